import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { mailDomain } from '../ground/config.ts';
import type { TextWish } from '../mail/parsed-mail.ts';
import { countRevocations } from '../users/account-state.ts';
import { findUser, type User } from '../users/user.ts';
import { isSealed, purposes, readToken, type Token, type TokenState, writeToken } from './token.ts';

/** Presentation of the mails to a channel's address. */
export interface AddressOptions extends Omit<TextWish, 'include_forwarded'> {
  /** Whether the message begins with the sender that the mail names. */
  show_sender: boolean;
}

/** The decoded meaning of an address that this server created. */
export type Address =
  | { purpose: 'channel'; channel_id: number; creator_id: number; sender_id: number; options: AddressOptions }
  | { purpose: 'reply'; user_id: number; message_id: number };

const day = 86_400;
/** Days during which a user may reply to a mail. */
const replyDays = 14;
/** In characters, so that with all options an address has at most 64 before the `@`. */
const longestName = 16;

/**
 * The address that posts mails as messages of `sender` in a channel. It expires with the permissions of its creator.
 */
export function channelAddress(
  app: Context,
  channel: Channel,
  { creator, sender }: { creator: User; sender: User },
): string {
  const token: Token = { purpose: purposes.channel, numbers: [channel.id, creator.id, sender.id] };
  const name = channel.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestName);
  const local = `${name.replace(/^-+|-+$/g, '') || 'channel'}.${writeToken(app, token, stateOf(app.db, token))}`;
  return `${local}.show-sender@${mailDomain(app.config)}`;
}

/**
 * The address that posts a user's replies in the conversation of a message, for two weeks. It expires when the user's
 * email address changes.
 */
export function replyAddress(app: Context, user: User, message_id: number): string {
  const last_day = Math.floor(app.clock.now() / day) + replyDays;
  const token: Token = { purpose: purposes.reply, numbers: [user.id, message_id, last_day] };
  return `reply.${writeToken(app, token, stateOf(app.db, token))}@${mailDomain(app.config)}`;
}

/** Decodes an address; undefined unless this server created it and it is neither expired nor revoked. */
export function readAddress(app: Context, address: string): Address | undefined {
  const parts = address.split('@', 1)[0]?.split(/[.+]/) ?? [];
  for (const [index, part] of parts.entries()) {
    const token = readToken(part);
    const found = token && interpret(app, part, token, parts.slice(index + 1));
    if (found) return found;
  }
  return undefined;
}

function interpret(app: Context, text: string, token: Token, options: readonly string[]): Address | undefined {
  const [first = 0, second = 0, third = 0, ...rest] = token.numbers;
  if (rest.length > 0) return undefined;
  const isReply = token.purpose === purposes.reply;
  if (!isSealed(app, text, token, stateOf(app.db, token))) return undefined;
  if (!isReply) {
    return {
      purpose: 'channel',
      channel_id: first,
      creator_id: second,
      sender_id: third,
      options: readOptions(options),
    };
  }
  return third >= Math.floor(app.clock.now() / day)
    ? { purpose: 'reply', user_id: first, message_id: second }
    : undefined;
}

function readOptions(words: readonly string[]): AddressOptions {
  const has = (word: string) => words.some((one) => one.toLowerCase() === word);
  return {
    show_sender: has('show-sender'),
    include_quotes: has('include-quotes'),
    include_footer: has('include-footer'),
    prefer_html: has('prefer-html'),
  };
}

function stateOf(db: Database, { purpose, numbers: [first = 0, second = 0] }: Token): TokenState {
  if (purpose === purposes.channel) return countRevocations(db, second);
  // Anybody with access to the mailbox may reply, so the address depends on the mailbox.
  return `${countRevocations(db, first)} ${findUser(db, first)?.email_key}`;
}
