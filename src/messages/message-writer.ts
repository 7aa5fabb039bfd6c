import type { Context } from '../context.ts';
import { findChannel } from '../conversations/channel.ts';
import {
  type Conversation,
  getConversation,
  listConversations,
  memberIds,
  presentTopic,
  recipientId,
} from '../conversations/conversation.ts';
import { type TopicLink, topicLinker } from '../organization/links.ts';
import { avatarUrls } from '../users/avatar-url.ts';
import { presentUnknownIdentity } from '../users/public-identity.ts';
import { apiEmail, findUser, getUser, type User } from '../users/user.ts';

/** Client options that change the form of a message. */
export interface MessageVariant {
  /** HTML; otherwise Markdown. */
  apply_markdown: boolean;
  /** Show the empty topic as it is; otherwise show its display name. */
  empty_topic_name: boolean;
}

/** The message's own fields; the other fields follow from its sender and conversation. */
interface MessageFacts {
  id: number;
  client: string;
  sent_at: number;
  /** In the variant's form. */
  content: string;
  is_me_message: boolean;
  /** JSON lists. */
  reactions: string;
  submessages: string;
}

/**
 * Writes messages as JSON text without the closing brace, so that callers can add flags, edits or search matches. The
 * parts that depend on the sender and the conversation are cached: a page of a hundred messages costs a tenth of
 * building a hundred objects.
 */
export class MessageWriter {
  #app: Context;
  #variant: MessageVariant;
  #senders = new Map<number, string>();
  #conversations = new Map<number, string>();
  #channelNames = new Map<number, string>();
  #linksOf: (topic: string) => TopicLink[];
  #isKnown: (user: User) => boolean;
  #avatarOf: (user: User) => string;

  /** `isKnown` returns whether the receivers may know a sender. */
  constructor(app: Context, variant: MessageVariant, isKnown: (user: User) => boolean = () => true) {
    this.#app = app;
    this.#variant = variant;
    this.#isKnown = isKnown;
    this.#linksOf = topicLinker(app);
    this.#avatarOf = avatarUrls(app);
  }

  /** Loads the conversations of a page in one go. Others are loaded when needed. */
  prepare(conversation_ids: Iterable<number>): void {
    for (const conversation of listConversations(this.#app.db, conversation_ids)) {
      this.#conversations.set(conversation.id, this.#writeConversation(conversation));
    }
  }

  /** The message as JSON without its closing brace. */
  write(facts: MessageFacts, sender_id: number, conversation_id: number): string {
    const { id, client, sent_at, content, is_me_message, reactions, submessages } = facts;
    return (
      `{"id":${id},"timestamp":${sent_at},"client":${JSON.stringify(client)},"content":${JSON.stringify(content)},` +
      `"content_type":${this.#variant.apply_markdown ? '"text/html"' : '"text/x-markdown"'},` +
      `"is_me_message":${is_me_message},"reactions":${reactions},"submessages":${submessages},` +
      `${this.#sender(sender_id)},${this.#conversation(conversation_id)}`
    );
  }

  #sender(id: number): string {
    let text = this.#senders.get(id);
    if (text === undefined) {
      text = this.#writeSender(getUser(this.#app.db, id));
      this.#senders.set(id, text);
    }
    return text;
  }

  #conversation(id: number): string {
    let text = this.#conversations.get(id);
    if (text === undefined) {
      text = this.#writeConversation(getConversation(this.#app.db, id));
      this.#conversations.set(id, text);
    }
    return text;
  }

  #writeSender(sender: User): string {
    if (!this.#isKnown(sender)) return fieldsOf(unknownFields(this.#app, sender));
    return fieldsOf(senderFields(this.#app, sender, this.#avatarOf(sender)));
  }

  #writeConversation(conversation: Conversation): string {
    const { channel_id } = conversation;
    return fieldsOf(
      channel_id === null
        ? directFields(this.#app, conversation)
        : {
            ...topicFields(conversation, channel_id, this.#channelName(channel_id), this.#variant),
            topic_links: this.#linksOf(conversation.topic ?? ''),
          },
    );
  }

  #channelName(id: number): string {
    let name = this.#channelNames.get(id);
    if (name === undefined) {
      name = findChannel(this.#app.db, id)?.name ?? '';
      this.#channelNames.set(id, name);
    }
    return name;
  }
}

/** Adds the flags of wildcard mentions to a user's flags, also under the older name. */
export function withWildcards(flags: string[], mentions_channel: boolean): string[] {
  if (mentions_channel) return [...flags, 'stream_wildcard_mentioned', 'wildcard_mentioned'];
  return flags.includes('topic_wildcard_mentioned') ? [...flags, 'wildcard_mentioned'] : flags;
}

/** Whether a message begins with `/me`: it describes its sender in the third person. */
export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ');
}

function senderFields(app: Context, sender: User, avatar_url: string): object {
  return {
    sender_id: sender.id,
    sender_email: apiEmail(app, sender),
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url,
  };
}

function unknownFields(app: Context, { id }: User): object {
  const { email, full_name, avatar_url } = presentUnknownIdentity(app, id);
  return { sender_id: id, sender_email: email, sender_full_name: full_name, sender_realm_str: '', avatar_url };
}

function directFields(app: Context, conversation: Conversation): object {
  return {
    type: 'private',
    display_recipient: displayUsers(app, conversation),
    subject: '',
    recipient_id: recipientId(conversation),
    topic_links: [],
  };
}

function topicFields(conversation: Conversation, stream_id: number, name: string, variant: MessageVariant): object {
  return {
    type: 'stream',
    display_recipient: name,
    stream_id,
    subject: presentTopic(conversation.topic ?? '', variant),
    recipient_id: recipientId(conversation),
  };
}

function displayUsers(app: Context, conversation: Conversation): object[] {
  return memberIds(conversation).flatMap((id) => {
    const user = findUser(app.db, id);
    return user ? [{ id, email: apiEmail(app, user), full_name: user.full_name, is_mirror_dummy: false }] : [];
  });
}

function fieldsOf(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}
