import type { App } from '../app.ts';
import { findChannel } from '../channels/channel.ts';
import { apiEmail, avatarUrl, findUser, type User } from '../users/user.ts';
import { type Conversation, emptyTopicDisplayName, findConversation, memberIds, recipientId } from './conversation.ts';

/** The choices of a client that change what a message looks like. */
export interface MessageVariant {
  /** HTML; otherwise the Markdown as written. */
  apply_markdown: boolean;
  client_gravatar: boolean;
  /** Show the empty topic as it is; otherwise by its display name. */
  empty_topic_name: boolean;
}

/** What a message itself says; everything else on the wire follows from its sender and conversation. */
export interface MessageFacts {
  id: number;
  client: string;
  sent_at: number;
  /** In the variant's form. */
  content: string;
  is_me_message: boolean;
  /** JSON lists. */
  reactions: string;
}

/**
 * Writes messages as JSON text without the closing brace, so that callers can add flags, edits or search hits.
 * What depends on the sender and on the conversation is made once and joined in: a page of a hundred messages costs
 * a tenth of making a hundred objects.
 */
export class MessageWriter {
  #app: App;
  #variant: MessageVariant;
  #senders = new Map<number, string>();
  #conversations = new Map<number, string>();

  constructor(app: App, variant: MessageVariant) {
    this.#app = app;
    this.#variant = variant;
  }

  /** The fields of a message, opened by a brace and not closed. */
  write(facts: MessageFacts, sender_id: number, conversation_id: number): string {
    const { id, client, sent_at, content, is_me_message, reactions } = facts;
    return (
      `{"id":${id},"timestamp":${sent_at},"client":${JSON.stringify(client)},"content":${JSON.stringify(content)},` +
      `"content_type":${this.#variant.apply_markdown ? '"text/html"' : '"text/x-markdown"'},` +
      `"is_me_message":${is_me_message},"reactions":${reactions},"submessages":[],` +
      `${this.#sender(sender_id)},${this.#conversation(conversation_id)}`
    );
  }

  #sender(id: number): string {
    let text = this.#senders.get(id);
    if (text === undefined) {
      text = fieldsOf(senderFields(this.#app, findUser(this.#app.db, id) as User, this.#variant));
      this.#senders.set(id, text);
    }
    return text;
  }

  #conversation(id: number): string {
    let text = this.#conversations.get(id);
    if (text === undefined) {
      const conversation = findConversation(this.#app.db, id) as Conversation;
      text = fieldsOf(conversationFields(this.#app, conversation, this.#variant));
      this.#conversations.set(id, text);
    }
    return text;
  }
}

/** A topic as a client gets it: by its display name when empty, for clients that do not know the empty one. */
export function presentTopic(topic: string, { empty_topic_name }: Pick<MessageVariant, 'empty_topic_name'>): string {
  return topic === '' && !empty_topic_name ? emptyTopicDisplayName : topic;
}

/** Whether a message speaks of its sender in the third person. */
export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ');
}

function senderFields(app: App, sender: User, variant: MessageVariant): object {
  const email = apiEmail(app, sender);
  const isReal = email === sender.email;
  return {
    sender_id: sender.id,
    sender_email: email,
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url: variant.client_gravatar && isReal ? null : avatarUrl(sender),
  };
}

function conversationFields(app: App, conversation: Conversation, variant: MessageVariant): object {
  const { channel_id, topic } = conversation;
  const shared = { recipient_id: recipientId(conversation), topic_links: [] };
  if (channel_id === null) {
    return { type: 'private', display_recipient: displayUsers(app, conversation), subject: '', ...shared };
  }
  return {
    type: 'stream',
    display_recipient: findChannel(app.db, channel_id)?.name,
    stream_id: channel_id,
    subject: presentTopic(topic ?? '', variant),
    ...shared,
  };
}

function displayUsers(app: App, conversation: Conversation): object[] {
  return memberIds(conversation).flatMap((id) => {
    const user = findUser(app.db, id);
    return user ? [{ id, email: apiEmail(app, user), full_name: user.full_name, is_mirror_dummy: false }] : [];
  });
}

function fieldsOf(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}
