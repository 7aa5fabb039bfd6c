import { announcement } from '../context.ts';
import type { Placed } from '../conversations/read-state.ts';
import type { Publication } from '../events/event.ts';
import type { MessageVariant } from './message-json.ts';

/** What of a message a user's flags follow from. */
export interface Flagged extends Placed {
  mentions_channel: 0 | 1;
}

/** A message in one form, and where it is. */
export interface MessageText extends Flagged {
  /** UTF-8, without the personal fields and the closing brace. */
  json: Buffer;
}

/** Messages have new texts, or are gone. */
export const textsChanged = announcement<{ ids: readonly number[] }>('textsChanged');

/** A port for those who present messages. */
export interface CachesMessages {
  messageTexts: MessageTexts;
}

/** What is kept in each form: more messages than people look at in a day, unless they are long. */
const most = { messages: 20_000, bytes: 16 * 1024 * 1024 };

/**
 * The JSON of messages that were looked at lately, without what is personal. Clients learn of every change by an event,
 * and so does this: an event about certain messages drops those, one about anything they are made of drops all.
 */
export class MessageTexts {
  #forms = new Map<string, TextsOfForm>();

  /** The texts of one form, by message id. */
  of({ apply_markdown, client_gravatar, empty_topic_name }: MessageVariant): Map<number, MessageText> {
    const key = `${apply_markdown} ${client_gravatar} ${empty_topic_name}`;
    const texts = this.#forms.get(key) ?? new TextsOfForm();
    this.#forms.set(key, texts);
    texts.makeRoom();
    return texts;
  }

  /** Drops what an event makes untrue. */
  follow({ type, message_ids }: Publication): void {
    if (harmless.has(type)) return;
    if (message_ids === undefined) this.#forms.clear();
    else this.forget(message_ids);
  }

  /** Drops messages that changed. */
  forget(message_ids: readonly number[]): void {
    for (const texts of this.#forms.values()) for (const id of message_ids) texts.delete(id);
  }
}

// Events that change nothing of what is in a message for everybody; and those of edits and deletions, after which the
// action forgets all the messages concerned, whoever hears of them.
const harmless = new Set([
  'alert_words',
  'attachment',
  'channel_folder',
  'custom_profile_fields',
  'default_streams',
  'delete_message',
  'device',
  'drafts',
  'invites_changed',
  'message',
  'muted_topics',
  'realm_bot',
  'realm_domains',
  'realm_emoji',
  'realm_playgrounds',
  'muted_users',
  'presence',
  'realm_user_settings_defaults',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'subscription',
  'typing',
  'typing_edit_message',
  'update_message',
  'update_message_flags',
  'user_group',
  'user_settings',
  'user_status',
  'user_topic',
]);

/** Texts by message id, the oldest first. */
class TextsOfForm extends Map<number, MessageText> {
  #bytes = 0;

  override set(id: number, text: MessageText): this {
    this.delete(id);
    this.#bytes += text.json.length;
    return super.set(id, text);
  }

  override delete(id: number): boolean {
    this.#bytes -= this.get(id)?.json.length ?? 0;
    return super.delete(id);
  }

  /** Drops the older half where there is too much. */
  makeRoom(): void {
    if (this.size <= most.messages && this.#bytes <= most.bytes) return;
    for (const id of this.keys()) {
      if (this.size <= most.messages / 2 && this.#bytes <= most.bytes / 2) return;
      this.delete(id);
    }
  }
}
