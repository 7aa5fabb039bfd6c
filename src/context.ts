import type { KeyObject } from 'node:crypto';
import type { Database } from './db/database.ts';
import type { Clients, EventSink } from './events/event.ts';
import type { Clock } from './ground/clock.ts';
import type { Config } from './ground/config.ts';
import type { Log } from './ground/log.ts';
import type { Random } from './ground/random.ts';

/**
 * The context of every act. Clock and randomness are fields, so that tests can set them. Services are not: code that
 * needs one declares a port beside itself, and `app.ts` provides it.
 */
export interface Context {
  config: Config;
  db: Database;
  events: EventSink;
  /** The connected clients; none in a program that is not a server. */
  clients: Clients;
  /** The follow-ups of acts in other folders. */
  consequences: Consequences;
  clock: Clock;
  random: Random;
  /** Key for hashing API keys; not stored in the database. */
  secret: KeyObject;
  log: Log;
}

/** An act that others follow. It imports nothing from higher floors: `consequences.ts` lists its followers. */
export interface Announcement<Facts> {
  readonly name: string;
  /** For the compiler only: the type of the facts. */
  readonly facts?: (facts: Facts) => void;
}

/** An announced act whose watchers compare the state before it with the state after it. */
interface Change<Facts> extends Announcement<Facts> {
  readonly isChange: true;
}

/** Follows an act, in its transaction. */
type Follower<Facts> = (context: Context, facts: Facts) => void;

/** Reads the state before a change; the returned function runs after it, in the same transaction. */
type Watcher<Facts> = (context: Context, facts: Facts) => () => void;

/** The followers of one announcement, in order. */
export interface Consequence {
  readonly name: string;
  readonly watchers: readonly Watcher<never>[];
}

export function announcement<Facts>(name: string): Announcement<Facts> {
  return { name };
}

export function change<Facts>(name: string): Change<Facts> {
  return { name, isChange: true };
}

/** Declares the followers of an announced act. */
export function when<Facts>({ name }: Announcement<Facts>, ...followers: readonly Follower<Facts>[]): Consequence {
  return { name, watchers: followers.map(after) };
}

/** Declares the watchers of a change. */
export function around<Facts>({ name }: Change<Facts>, ...watchers: readonly Watcher<Facts>[]): Consequence {
  return { name, watchers };
}

/** A watcher that only needs the state after the change. */
export function after<Facts>(follower: Follower<Facts>): Watcher<Facts> {
  return (context, facts) => () => follower(context, facts);
}

/** Runs the followers of a completed act. */
export function announce<Facts>(
  context: Context,
  announced: Announcement<Facts>,
  ...[facts]: Facts extends void ? [] : [facts: Facts]
): void {
  context.consequences.begin(context, announced, facts as Facts)();
}

/** Runs an act between its watchers. */
export function announceChange<Facts>(context: Context, announced: Change<Facts>, facts: Facts, act: () => void): void {
  const finish = context.consequences.begin(context, announced, facts);
  act();
  finish();
}

/** All consequences of a program, by announcement. */
export class Consequences {
  #watchers = new Map<string, Watcher<unknown>[]>();

  constructor(list: Iterable<Consequence>) {
    for (const { name, watchers } of list) {
      const known = this.#watchers.get(name) ?? [];
      this.#watchers.set(name, [...known, ...(watchers as readonly Watcher<unknown>[])]);
    }
  }

  /** Runs the watchers before the act; the returned function runs their second halves after it, in order. */
  begin<Facts>(context: Context, { name }: Announcement<Facts>, facts: Facts): () => void {
    const steps = (this.#watchers.get(name) ?? []).map((watcher) => watcher(context, facts));
    return () => {
      for (const step of steps) step();
    };
  }
}
