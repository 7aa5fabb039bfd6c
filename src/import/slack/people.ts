import { isEmail } from '../../accounts/email.ts';
import { roles } from '../../users/user.ts';
import { Accounts, addressBroken, addressless, addressTaken } from '../accounts.ts';
import type { ArchivedPersonal, ArchivedProfileField, ArchivedProfileValue, ArchivedUser } from '../archive.ts';
import type { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import type { NamedEmoji } from '../named-emoji.ts';
import { cutValue, plainField } from '../plain.ts';
import type { Tally } from '../tally.ts';

/** The users of a workspace by their Slack ids. */
export class People {
  readonly #accounts: Accounts;
  /** Slack ids of users by the ids of their bots. */
  readonly #botUsers = new Map<string, string>();
  /** By Slack id. */
  readonly #records = new Map<string, Fields>();
  readonly #avatars: ReadonlyMap<string, string[]>;
  readonly #left: Tally;

  constructor(
    records: readonly Fields[],
    avatars: ReadonlyMap<string, string[]>,
    { left, faults }: { left: Tally; faults: Faults },
  ) {
    this.#accounts = new Accounts('slack', left);
    this.#avatars = avatars;
    this.#left = left;
    // A deactivated account may have the address of an active one, which keeps it.
    const [open, closed] = [false, true].map((deleted) =>
      records.filter((record) => isDeleted(record) === deleted),
    ) as [Fields[], Fields[]];
    const owners = new Map<string, Fields>();
    for (const record of [...open, ...closed]) {
      const key = addressOf(record)?.toLowerCase();
      if (key !== undefined && !owners.has(key)) owners.set(key, record);
    }
    for (const record of records) faults.attempt('users', () => this.#add(record, owners));
  }

  /** Complete once all messages have been read. */
  list(): ArchivedUser[] {
    return this.#accounts.list();
  }

  find(slack_id: string): ArchivedUser | undefined {
    return this.#accounts.find(slack_id);
  }

  /** A user, possibly a guest from another workspace. */
  get(from: Fields, slack_id: string, name?: string | null): ArchivedUser {
    if (!/^[A-Z][A-Z0-9]{1,30}$/.test(slack_id)) from.fail(`"${slack_id}" is no id of a user`);
    if (slack_id === slackbot) return this.getBot(from, slackbot, 'Slackbot');
    return this.#accounts.get(from, slack_id, name || undefined);
  }

  /** The user of an app that posts on its own behalf. */
  getBot(from: Fields, bot_id: string, name: string): ArchivedUser {
    const key = this.#botUsers.get(bot_id) ?? bot_id;
    const bot = { from, email: undefined, full_name: name || `Bot ${bot_id}`, is_active: false, isBot: true };
    return this.#accounts.find(key) ?? this.#accounts.add(key, bot);
  }

  /** Sets the join time of users without messages: the last change of their profile, if known. */
  dateSilent(): void {
    this.#accounts.dateSilent((slack_id) => this.#records.get(slack_id)?.maybeTime('updated') ?? null);
  }

  #add(record: Fields, owners: ReadonlyMap<string, Fields>): void {
    const slack_id = record.text('id');
    const profile = record.maybeRecord('profile');
    const is_active = !isDeleted(record);
    const isBot = record.bool('is_bot', false) || slack_id === slackbot;
    const written = addressOf(record);
    const reason = reasonForAddress(record, owners);
    const full_name = nameOf(record, profile);
    if (reason !== undefined && !isBot) this.#left.change('users', reason, full_name);
    this.#accounts.add(slack_id, {
      from: record,
      email: reason === undefined ? written : undefined,
      full_name,
      is_active,
      isBot,
      role: isBot ? roles.member : roleOf(record),
      timezone: record.text('tz', ''),
      avatars: this.#avatars.get(slack_id) ?? [],
    });
    this.#records.set(slack_id, record);
    const bot_id = profile?.maybeText('bot_id');
    if (bot_id) this.#botUsers.set(bot_id, slack_id);
  }

  *fields(): Generator<ArchivedProfileField> {
    for (const [index, { key, name }] of profileFields.entries()) {
      const [from] = [...this.#records.values()].filter((record) => profileValue(record, key) !== '');
      if (from) yield plainField(from, index + 1, name);
    }
  }

  *fieldValues(): Generator<ArchivedProfileValue> {
    for (const [slack_id, record] of this.#records) {
      const user_id = this.#accounts.find(slack_id)?.id as number;
      for (const [index, { key }] of profileFields.entries()) {
        const value = profileValue(record, key);
        if (value !== '') yield { from: record, user_id, field_id: index + 1, value };
      }
    }
  }

  *statuses(emoji: NamedEmoji): Generator<ArchivedPersonal> {
    for (const [slack_id, record] of this.#records) {
      const profile = record.maybeRecord('profile');
      const status_text = profile?.text('status_text', '') ?? '';
      const found = emoji.find((profile?.text('status_emoji', '') ?? '').replaceAll(/^:|:$/g, ''));
      if (isDeleted(record) || (status_text === '' && !found)) continue;
      const user_id = this.#accounts.find(slack_id)?.id as number;
      const shown = found ?? { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' as const };
      yield { from: record, user_id, kind: 'status', status_text, ...shown };
    }
  }
}

/** An account that may have been deactivated is not opened again. */
function isDeleted(record: Fields): boolean {
  return record.or(true, ({ strict }) => strict.bool('deleted', false));
}

/** The account of Slack's own messages. */
const slackbot = 'USLACKBOT';

/** Why a user does not get the address in the archive; undefined if they do. */
function reasonForAddress(record: Fields, owners: ReadonlyMap<string, Fields>): string | undefined {
  const written = addressOf(record);
  if (written === undefined) return addressless;
  if (!isEmail(written)) return addressBroken;
  return owners.get(written.toLowerCase()) === record ? undefined : addressTaken;
}

const profileFields = [
  { key: 'title', name: 'Title' },
  { key: 'pronouns', name: 'Pronouns' },
  { key: 'phone', name: 'Phone' },
] as const;

function profileValue(record: Fields, key: string): string {
  return cutValue(record.maybeRecord('profile')?.text(key, '') ?? '');
}

function addressOf(record: Fields): string | undefined {
  return record.maybeRecord('profile')?.maybeText('email')?.trim() || undefined;
}

function nameOf(record: Fields, profile: Fields | undefined): string {
  const names = [profile?.maybeText('real_name'), record.maybeText('real_name'), profile?.maybeText('display_name')];
  return names.find((name) => name?.trim()) ?? record.or(`Unknown ${record.text('id')}`, () => record.text('name'));
}

function roleOf(record: Fields) {
  const is = (name: string) => record.bool(name, false);
  if (is('is_primary_owner') || is('is_owner')) return roles.owner;
  if (is('is_admin')) return roles.administrator;
  return is('is_restricted') || is('is_ultra_restricted') ? roles.guest : roles.member;
}
