import { announcement } from '../context.ts';
import type { Message, MessageRef } from '../conversations/message.ts';
import type { EventType, Publication } from '../events/event.ts';
import type { MessageVariant } from './message-writer.ts';

/** The columns of a message that determine a user's flags. */
export type FlaggedRef = MessageRef & Pick<Message, 'mentions_channel'>;

/** A message as JSON in one form, with its location. */
export interface CachedMessage extends FlaggedRef {
  /** UTF-8, without the personal fields and the closing brace. */
  json: Buffer;
}

/** Messages have changed or are deleted. */
export const messagesChanged = announcement<{ ids: readonly number[] }>('messagesChanged');

/** A port for code that presents messages. */
export interface CachesMessages {
  messageCache: MessageCache;
}

/** Limits of each variant: more messages than people read in a day, unless they are long. */
const most = { messages: 20_000, bytes: 16 * 1024 * 1024 };

/**
 * A cache of recently read messages as JSON, without the personal fields. Events invalidate it: an event about certain
 * messages drops those; an event about other data that messages contain drops all.
 */
export class MessageCache {
  #forms = new Map<string, CachedVariant>();

  /** The cached messages of one form, by id. */
  of({ apply_markdown, empty_topic_name }: MessageVariant): Map<number, CachedMessage> {
    const key = `${apply_markdown} ${empty_topic_name}`;
    const texts = this.#forms.get(key) ?? new CachedVariant();
    this.#forms.set(key, texts);
    texts.makeRoom();
    return texts;
  }

  /** Drops the messages that an event changes. */
  follow({ type, message_ids }: Publication): void {
    if (effects[type] === 'kept') return;
    if (message_ids === undefined) this.clear();
    else this.forget(message_ids);
  }

  /** Drops all messages. */
  clear(): void {
    this.#forms.clear();
  }

  /** Drops messages that changed. */
  forget(message_ids: readonly number[]): void {
    for (const texts of this.#forms.values()) for (const id of message_ids) texts.delete(id);
  }
}

/**
 * Whether an event keeps the cached messages or drops them: the messages that it names, or all if it names none. Edits
 * and deletions keep them because the act itself drops the affected messages.
 */
const effects: Readonly<Record<EventType, 'kept' | 'dropped'>> = {
  alert_words: 'kept',
  availability: 'kept',
  attachment: 'kept',
  channel_folder: 'kept',
  custom_profile_fields: 'kept',
  default_streams: 'kept',
  delete_message: 'kept',
  device: 'kept',
  drafts: 'kept',
  invites_changed: 'kept',
  message: 'kept',
  muted_topics: 'kept',
  muted_users: 'kept',
  navigation_view: 'kept',
  own_sections: 'kept',
  pinned_messages: 'kept',
  channel_bookmarks: 'kept',
  bot_call: 'kept',
  bot_commands: 'kept',
  call: 'kept',
  call_reaction: 'kept',
  call_signal: 'kept',
  message_buttons: 'kept',
  presence: 'kept',
  reaction: 'dropped',
  realm: 'dropped',
  realm_bot: 'kept',
  realm_domains: 'kept',
  realm_emoji: 'kept',
  realm_export: 'kept',
  realm_export_consent: 'kept',
  realm_linkifiers: 'dropped',
  realm_playgrounds: 'kept',
  realm_user: 'dropped',
  realm_user_settings_defaults: 'kept',
  reminders: 'kept',
  saved_snippets: 'kept',
  scheduled_messages: 'kept',
  stream: 'dropped',
  submessage: 'dropped',
  subscription: 'kept',
  typing: 'kept',
  typing_edit_message: 'kept',
  update_message: 'kept',
  update_message_flags: 'kept',
  user_group: 'kept',
  user_settings: 'kept',
  user_status: 'kept',
  user_topic: 'kept',
  web_reload_client: 'dropped',
};

/** Cached messages by id, oldest entry first. */
class CachedVariant extends Map<number, CachedMessage> {
  #bytes = 0;

  override set(id: number, text: CachedMessage): this {
    this.delete(id);
    this.#bytes += text.json.length;
    return super.set(id, text);
  }

  override delete(id: number): boolean {
    this.#bytes -= this.get(id)?.json.length ?? 0;
    return super.delete(id);
  }

  /** Drops the older half when a limit is exceeded. */
  makeRoom(): void {
    if (this.size <= most.messages && this.#bytes <= most.bytes) return;
    for (const id of this.keys()) {
      if (this.size <= most.messages / 2 && this.#bytes <= most.bytes / 2) return;
      this.delete(id);
    }
  }
}
