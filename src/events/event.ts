import type { Database } from '../db/database.ts';
import type { Emoji } from '../emoji/emoji.ts';

/** The part of a client's registration that affects the content of events. */
export interface Profile {
  user_id: number;
  apply_markdown: boolean;
  empty_topic_name: boolean;
  bulk_message_deletion: boolean;
  stream_typing_notifications: boolean;
  linkifier_url_template: boolean;
  archived_channels: boolean;
  user_list_incomplete: boolean;
  include_deactivated_groups: boolean;
  simplified_presence_events: boolean;
  notification_settings_null: boolean;
}

/** The recipients of an event. */
export type Audience =
  | 'everyone'
  | { user_ids: readonly number[] }
  /** The channel's subscribers, `other_ids` and, for a public channel, clients registered for all public channels. */
  | { channel_id: number; is_public: boolean; other_ids?: readonly number[] };

/** Events without variants: plain data as sent to clients, without `id`. */
export type Event =
  | { type: 'realm'; op: 'update'; property: string; value: unknown }
  | { type: 'realm'; op: 'update_dict'; property: string; data: object }
  | { type: 'realm_emoji'; op: 'update'; realm_emoji: object }
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: object }
  | { type: 'realm_domains'; op: 'remove'; domain: string }
  | { type: 'invites_changed' }
  | { type: 'availability'; quiet_until: number | null; hours: readonly object[]; status_ends_at: number | null }
  | { type: 'own_sections'; own_sections: readonly object[] }
  | { type: 'pinned_messages'; stream_id: number }
  | { type: 'channel_bookmarks'; stream_id: number }
  | { type: 'bot_commands' }
  | { type: 'message_buttons'; message_id: number; buttons: readonly object[] }
  | { type: 'bot_call'; call: object }
  | { type: 'call'; op: 'add' | 'update'; call: object }
  | { type: 'call'; op: 'remove'; call_id: number }
  | { type: 'call_signal'; call_id: number; from: number; from_session: string; to_session: string; data: string }
  | { type: 'call_reaction'; call_id: number; from: number; emoji: string }
  | { type: 'realm_linkifiers'; realm_linkifiers: readonly object[] }
  | { type: 'realm_playgrounds'; realm_playgrounds: readonly object[] }
  | { type: 'custom_profile_fields'; fields: readonly object[] }
  | { type: 'realm_user'; op: 'add' | 'update' | 'remove'; person: object }
  | { type: 'user_settings'; op: 'update'; property: string; value: unknown; language_name?: string }
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: unknown }
  | { type: 'user_status'; user_id: number; away?: boolean; status_text?: string; emoji_name?: string }
  | { type: 'presence'; presences: object }
  | { type: 'presence'; user_id: number; email: string; server_timestamp: number; presence: object }
  | { type: 'alert_words'; alert_words: readonly string[] }
  | { type: 'navigation_view'; op: 'add'; navigation_view: object }
  | { type: 'navigation_view'; op: 'update'; fragment: string; data: object }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
  | { type: 'muted_users'; muted_users: readonly object[] }
  | { type: 'scheduled_messages'; op: 'add'; scheduled_messages: readonly object[] }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: object }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: readonly object[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  | { type: 'drafts'; op: 'add'; drafts: readonly object[] }
  | { type: 'drafts'; op: 'update'; draft: object }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: object }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
  | { type: 'attachment'; op: 'add' | 'update' | 'remove'; attachment: { id: number }; upload_space_used: number }
  | { type: 'device'; op: 'add' | 'remove'; device_id: number }
  | {
      type: 'device';
      op: 'update';
      device_id: number;
      push_key_id?: number | null;
      push_token_id?: string | null;
      pending_push_token_id?: string | null;
      push_token_last_updated_timestamp?: number | null;
      push_registration_error_code?: string | null;
    }
  | { type: 'web_reload_client'; immediate: boolean }
  | { type: 'realm_export'; exports: readonly object[] }
  | { type: 'realm_export_consent'; user_id: number; consented: boolean }
  | { type: 'realm_bot'; op: 'add' | 'update' | 'delete'; bot: object }
  | { type: 'stream'; op: 'create' | 'delete'; streams: readonly object[]; stream_ids?: readonly number[] }
  | {
      type: 'stream';
      op: 'update';
      stream_id: number;
      name: string;
      property: string;
      value: unknown;
      rendered_description?: string;
      history_public_to_subscribers?: boolean;
      is_web_public?: boolean;
    }
  | { type: 'default_streams'; default_streams: readonly number[] }
  | { type: 'subscription'; op: 'add' | 'remove'; subscriptions: readonly { stream_id: number }[] }
  | { type: 'user_group'; op: 'add'; group: object }
  | { type: 'user_group'; op: 'update'; group_id: number; data: object }
  | { type: 'user_group'; op: 'remove'; group_id: number }
  | { type: 'user_group'; op: 'add_members' | 'remove_members'; group_id: number; user_ids: readonly number[] }
  | {
      type: 'user_group';
      op: 'add_subgroups' | 'remove_subgroups';
      group_id: number;
      direct_subgroup_ids: readonly number[];
    }
  | { type: 'channel_folder'; op: 'add'; channel_folder: object }
  | { type: 'channel_folder'; op: 'update'; channel_folder_id: number; data: object }
  | { type: 'channel_folder'; op: 'reorder'; order: readonly number[] }
  | { type: 'subscription'; op: 'update'; property: string; value: string | boolean; stream_id: number }
  | ({ type: 'reaction'; op: 'add' | 'remove'; message_id: number; user_id: number; user: object } & Emoji)
  | {
      type: 'submessage';
      message_id: number;
      submessage_id: number;
      sender_id: number;
      msg_type: string;
      content: string;
    }
  | { type: 'typing'; op: 'start' | 'stop'; message_type: 'direct'; sender: object; recipients: readonly object[] }
  | { type: 'typing'; op: 'start' | 'stop'; message_type: 'stream'; sender: object; stream_id: number; topic: string }
  | { type: 'muted_topics'; muted_topics: readonly [string, string, number][] }
  | {
      type: 'user_topic';
      stream_id: number;
      topic_name: string;
      last_updated: number;
      visibility_policy: number;
    }
  | {
      type: 'typing_edit_message';
      op: 'start' | 'stop';
      sender_id: number;
      message_id: number;
      recipient:
        | { type: 'channel'; channel_id: number; topic: string }
        | { type: 'direct'; user_ids: readonly number[] };
    }
  | {
      type: 'update_message_flags';
      op: 'add' | 'remove';
      operation: 'add' | 'remove';
      flag: string;
      messages: readonly number[];
      all: boolean;
      message_details?: Record<string, object>;
    }
  | {
      type: 'subscription';
      op: 'peer_add' | 'peer_remove';
      user_ids: readonly number[];
      stream_ids: readonly number[];
    };

/** Types of events without variants, and of events whose JSON depends on the client. */
export type EventType = Event['type'] | 'message' | 'update_message' | 'delete_message';

/** An event to be delivered to the queues. */
export interface Publication {
  type: EventType;
  audience: Audience;
  /** The plain event, if it has no variants. */
  event?: Event;
  /** Ids of the messages that the event changes. */
  message_ids?: readonly number[];
  /** JSON of the event's fields for a client, without braces and `id`; cached for each variant. */
  fields(profile: Profile): string;
  /**
   * JSON fields for a single user, each followed by a comma; `''` for none. `clients` are all recipients, so that one
   * query can serve all of them. With a queue, for this queue alone; see `own_queue_id`.
   */
  personalFields?(clients: readonly Profile[]): (profile: Profile, queue_id?: string) => string;
  /** The queue that gets other personal fields than the user's equal clients. */
  own_queue_id?: string | undefined;
  /** Whether a client receives the event; all do by default. */
  accepts?(profile: Profile): boolean;
  /** Whether the event matches a client's narrow. */
  matches?(narrow: readonly NarrowTerm[], profile: Profile): boolean;
}

export type NarrowTerm = readonly [operator: string, operand: string];

/** Destination of events: the queues of a running server, or the outbox of an admin command. */
export interface EventSink {
  deliver(publication: Publication): void;
}

/** The connected clients, as acts see them. */
export interface Clients {
  readonly size: number;
  /** Whether a user has a client. */
  isOnline(user_id: number): boolean;
  /** Whether an event reaches a user: one with a client, or any where events are stored for the server. */
  reaches(user_id: number): boolean;
  /** Ids of the users whom an event reaches; undefined for all. */
  listReachedIds(): number[] | undefined;
  /** Disconnects every client of a user, for instance after deactivation. */
  deleteOfUser(user_id: number): void;
  /** Disconnects the clients of a user that receive the messages of all public channels. */
  deletePublicOfUser(user_id: number): void;
  /** Ends the waiting polls of a user; the next poll must authenticate again. */
  endPollsOfUser(user_id: number): void;
}

/** The services that publishing needs. */
interface Publisher {
  db: Pick<Database, 'afterCommit'>;
  events: EventSink;
}

/** Publishes an event to its audience after the commit of the running transaction. */
export function publish(app: Publisher, event: Event, audience: Audience): void {
  publishVariants(app, plainPublication(event, audience));
}

/**
 * Publishes an event that names a topic. `make` is called once for clients that support the empty topic name and once
 * for clients that need its display name.
 */
export function publishTopicEvent(
  app: Publisher,
  make: (profile: Pick<Profile, 'empty_topic_name'>) => Event,
  audience: Audience,
  accepts: (profile: Profile) => boolean = () => true,
): void {
  const plain = [false, true].map((empty_topic_name) => plainPublication(make({ empty_topic_name }), audience));
  const [named, empty] = plain as [Publication, Publication];
  publishVariants(app, {
    ...empty,
    accepts,
    fields: (profile) => (profile.empty_topic_name ? empty : named).fields(profile),
  });
}

/** Publishes an event whose content depends on the client. */
export function publishVariants(app: Publisher, publication: Publication): void {
  app.db.afterCommit(() => app.events.deliver(publication));
}

export function plainPublication(event: Event, audience: Audience): Publication {
  let text: string | undefined;
  return {
    type: event.type,
    audience,
    event,
    ...('message_id' in event ? { message_ids: [event.message_id] } : {}),
    fields: () => {
      text ??= JSON.stringify(event).slice(1, -1);
      return text;
    },
  };
}
