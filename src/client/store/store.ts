import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Channel, Message, ServerEvent, State, Subscription, User } from '../api/types.ts';
import { type Clock, systemClock } from './clock.ts';
import { applyEvent, isKnown } from './fold/fold.ts';
import { unreadOf } from './fold/messages.ts';
import type { Model, Section } from './fold/model.ts';
import { isAmong, listReadable, listShared } from './fold/sight.ts';

/** The id of people without an account, which no user has. */
export const nobody = 0;

/** A permission of the organization, by its API name. */
export type Permission = `can_${string}` | 'create_multiuse_invite_group';

/** Gets each event after it was applied to the store. */
type Follower = (event: ServerEvent) => void;

/** The client's state, updated by events, with signals for changed sections. */
export class Store {
  #model: Model;
  readonly #revisions: Record<Section, Signal<number>> = {
    people: signal(0),
    channels: signal(0),
    messages: signal(0),
    marks: signal(0),
    realm: signal(0),
    personal: signal(0),
    calls: signal(0),
  };
  readonly #followers = new Map<unknown, Follower>();
  readonly #clock: Clock;
  /** How far the server's clock is ahead of this device's, in seconds. */
  #ahead: number;

  readonly users: ReadonlySignal<ReadonlyMap<number, User>> = computed(() => {
    const { cross_realm_bots, realm_non_active_users, realm_users } = this.read('people').state;
    const all = [...cross_realm_bots, ...realm_non_active_users, ...realm_users];
    return new Map(all.map((user) => [user.user_id, user]));
  });

  readonly channels: ReadonlySignal<ReadonlyMap<number, Channel>> = computed(() => {
    const { state } = this.read('channels');
    return new Map(state.streams.map((channel) => [channel.stream_id, { ...channel }]));
  });

  readonly subscriptions: ReadonlySignal<ReadonlyMap<number, Subscription>> = computed(() => {
    const { state } = this.read('channels');
    return new Map(state.subscriptions.map((one) => [one.stream_id, { ...one }]));
  });

  constructor(state: State, clock: Clock = systemClock) {
    this.#clock = clock;
    this.#model = modelOf(state);
    this.#ahead = state.server_timestamp - clock.now() / 1000;
  }

  /** The state, without subscribing to changes. */
  get model(): Model {
    return this.#model;
  }

  /** The state. A computation that reads it runs again when these sections change. */
  read(...sections: Section[]): Model {
    for (const section of sections) this.#revisions[section].value;
    return this.#model;
  }

  /** The server's time in UNIX seconds: the clock of a device may be wrong. */
  now(): number {
    return this.#clock.now() / 1000 + this.#ahead;
  }

  get user_id(): number {
    return this.#model.state.user_id;
  }

  /** Starts again with the state of another registration. The lists fetch their messages again. */
  restart(state: State): void {
    this.#model = modelOf(state);
    this.#ahead = state.server_timestamp - this.#clock.now() / 1000;
    this.#touch(Object.keys(this.#revisions) as Section[]);
  }

  /** Applies events, with one redraw for all of them. */
  apply(events: readonly ServerEvent[]): void {
    batch(() => {
      for (const event of events) this.#applyOne(event);
    });
  }

  /** Calls back for each event. Of followers with one key only the last is called: views follow each time they are drawn. */
  follow(follower: Follower, key: unknown = follower): () => void {
    this.#followers.set(key, follower);
    return () => {
      if (this.#followers.get(key) === follower) this.#followers.delete(key);
    };
  }

  /** Collects the events from now on. Returns a function that ends this, and returns them. */
  collect(): () => ServerEvent[] {
    const events: ServerEvent[] = [];
    const end = this.follow((event) => events.push(event));
    return () => {
      end();
      return events;
    };
  }

  /** Stores fetched messages. */
  addMessages(messages: readonly Message[]): void {
    for (const message of messages) this.#model.messages.set(message.id, message);
    this.#touch(['messages']);
  }

  /** Drops messages that are not shown. */
  dropMessages(isShown: (id: number) => boolean): void {
    for (const id of this.#model.messages.keys()) if (!isShown(id)) this.#model.messages.delete(id);
  }

  isInGroup(setting: Channel['can_send_message_group']): boolean {
    return isAmong(this.read('people').state, setting);
  }

  /** Whether the user has a permission of the organization. */
  isPermitted(permission: Permission): boolean {
    const group = this.read('realm').state[`realm_${permission}`];
    return group !== undefined && this.isInGroup(group);
  }

  #applyOne(event: ServerEvent): void {
    // A newer server may send events that this client does not support.
    if (isKnown(event.type)) undisturbed(() => this.#touch(applyEvent(this.#model, event)));
    for (const follower of this.#followers.values()) undisturbed(() => follower(event));
  }

  #touch(sections: readonly Section[]): void {
    for (const section of sections) this.#revisions[section].value += 1;
  }
}

/** Reports an error without stopping the caller: the other followers need the event, too. */
export function undisturbed(act: () => void): void {
  try {
    act();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function modelOf(state: State): Model {
  return {
    state,
    messages: new Map(),
    unread: unreadOf(state.unread_msgs, state.user_id),
    starred: new Set(state.starred_messages),
    readable: listReadable(state),
    shared: listShared(state),
    hidden: new Set(),
    refetched: new Set(),
    discovered: new Set(),
    arrived: new Set(),
    stale: new Set(),
    files: { attachments: [] },
  };
}
