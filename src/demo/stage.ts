import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../ground/clock.ts';
import type { User } from '../users/user.ts';
import type { PersonKey } from './content.ts';

/** The context in which the demo is stored: an app with the clock of the story, whose events are not published. */
export interface Stage {
  app: Context;
  db: Database;
  clock: StageClock;
  users: Map<PersonKey, User>;
  channels: Map<string, Channel>;
}

class StageClock implements Clock {
  seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  now(): number {
    return this.seconds;
  }

  monotonic(): number {
    return this.seconds * 1000;
  }
}

/** `seconds`: UNIX time at which the story begins. */
export function createStage(app: Context, seconds: number): Stage {
  const clock = new StageClock(seconds);
  const events = { deliver: () => {} };
  return { app: { ...app, clock, events }, db: app.db, clock, users: new Map(), channels: new Map() };
}

/** What the demo has by a name. Throws if there is none. */
export function access<Key extends string, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the demo knows no ${key}`);
  return value;
}
