import type { App } from '../app.ts';

/** What a client said about itself when it registered, as far as it changes what events look like. */
export interface Profile {
  user_id: number;
  apply_markdown: boolean;
  client_gravatar: boolean;
  empty_topic_name: boolean;
}

/** Who gets an event. */
export type Audience =
  | 'everyone'
  | { user_ids: readonly number[] }
  /** The channel's subscribers and, when it is public, clients that asked for all public channels. */
  | { channel_id: number; is_public: boolean };

/** Every event without variants: plain data as it goes to the client, without `id`. */
export type Event =
  | { type: 'realm_user'; op: 'add' | 'update' | 'remove'; person: object }
  | { type: 'stream'; op: 'create' | 'delete'; streams: readonly object[]; stream_ids?: readonly number[] }
  | { type: 'subscription'; op: 'add' | 'remove'; subscriptions: readonly { stream_id: number }[] }
  | {
      type: 'subscription';
      op: 'peer_add' | 'peer_remove';
      user_ids: readonly number[];
      stream_ids: readonly number[];
    };

/** An event on its way to the queues. */
export interface Publication {
  type: string;
  audience: Audience;
  /** The plain event, if it has no variants. */
  event?: Event;
  /** The messages that are different now, if the event is about messages. */
  message_ids?: readonly number[];
  /** The JSON of the event's fields for a client, without braces and `id`; made once for each variant. */
  fields(profile: Profile): string;
  /** JSON fields that only this queue gets, each followed by a comma; `''` for none. */
  personalFields?(profile: Profile, queue_id: string): string;
  /** Whether a client with this narrow gets the event. */
  matches?(narrow: readonly NarrowTerm[], profile: Profile): boolean;
}

/** A term of a queue's narrow: operator and operand. */
export type NarrowTerm = readonly [operator: string, operand: string];

/** Where events go: into the queues of a running server, or into the outbox beside it. */
export interface EventSink {
  deliver(publication: Publication): void;
}

/** Sends an event to its audience once the running transaction is on disk. */
export function publish(app: App, event: Event, audience: Audience): void {
  publishVariants(app, plainPublication(event, audience));
}

/** Sends an event that differs from client to client. */
export function publishVariants(app: App, publication: Publication): void {
  app.db.afterCommit(() => app.events.deliver(publication));
}

export function plainPublication(event: Event, audience: Audience): Publication {
  let text: string | undefined;
  return {
    type: event.type,
    audience,
    event,
    fields: () => {
      text ??= JSON.stringify(event).slice(1, -1);
      return text;
    },
  };
}
