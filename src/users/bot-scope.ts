import type { Database } from '../db/database.ts';
import type { User } from './user.ts';

/** Where a bot with a scope may write. `where_mentioned`: where a person mentioned it or wrote to it directly. */
export const writings = ['anywhere', 'where_mentioned', 'nowhere'] as const;
type Writing = (typeof writings)[number];

/** What a bot may do with its keys, within the rights of its account. */
export interface BotScope {
  writing: Writing;
  /** The only channels that exist for it, besides direct messages with it; null: those of its account. */
  channel_ids: readonly number[] | null;
}

/** Maximum number of channels of a scope. */
export const mostScopedChannels = 500;

interface Row {
  writing: Writing;
  channel_ids: string | null;
}

type Account = Pick<User, 'id' | 'bot_type'>;

/** The scope of a bot; undefined if it may do all that its account may, and for people. */
export function findBotScope(db: Database, { id, bot_type }: Account): BotScope | undefined {
  if (bot_type === null) return undefined;
  const row = db.cached<Row>('SELECT writing, channel_ids FROM bot_scopes WHERE user_id = ?', id);
  return row && { writing: row.writing, channel_ids: parseIds(row.channel_ids) };
}

/** Stores the scope of a bot; undefined removes it. */
export function storeBotScope(db: Database, bot_id: number, scope: BotScope | undefined): void {
  db.run('DELETE FROM bot_scopes WHERE user_id = ?', bot_id);
  if (!scope) return;
  const ids = scope.channel_ids && JSON.stringify(scope.channel_ids);
  db.run('INSERT INTO bot_scopes (user_id, writing, channel_ids) VALUES (?, ?, ?)', bot_id, scope.writing, ids);
}

/** Whether a user is a bot for which only some channels exist. */
export function isLimitedToChannels(db: Database, user: Account): boolean {
  return (findBotScope(db, user)?.channel_ids ?? null) !== null;
}

/** Whether a channel exists for a user, as far as the scope of a bot is concerned. */
export function isChannelInScope(db: Database, user: Account, channel_id: number): boolean {
  return findBotScope(db, user)?.channel_ids?.includes(channel_id) ?? true;
}

/** Returns a test for whether a channel exists for a bot with one of these ids, as far as its scope is concerned. */
export function scopeTest(db: Database, channel_id: number): (user_id: number) => boolean {
  const limited = db.cachedAll<{ user_id: number; channel_ids: string | null }>(
    'SELECT user_id, channel_ids FROM bot_scopes WHERE channel_ids IS NOT NULL',
  );
  const outside = limited.filter((row) => !parseIds(row.channel_ids)?.includes(channel_id));
  const ids = new Set(outside.map(({ user_id }) => user_id));
  return (user_id) => !ids.has(user_id);
}

function parseIds(text: string | null): readonly number[] | null {
  return text === null ? null : (JSON.parse(text) as number[]);
}
