import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from '../../../src/db/connection.ts';
import { SearchQueue } from '../../../src/search/search-queue.ts';
import { Searcher } from '../../../src/search/searcher.ts';
import type { Values } from '../../support/client.ts';
import { breakIndex } from '../../support/search.ts';
import type { TestServer } from '../../support/server.ts';
import { type Provocation, type Provocations, type Provoke, sendAsAlice, type ValidCalls } from '../call.ts';

/** Calls about narrows that succeed. */
export const validCalls: ValidCalls = {
  checkMessagesMatchNarrow: async (server) => ({
    as: 'bob',
    values: { msg_ids: [await sendAsAlice(server)], narrow: [{ operator: 'channel', operand: 'general' }] },
  }),
};

/** Calls about narrows that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  checkMessagesMatchNarrow: {
    ...withWrongNarrow({ msg_ids: [1] }),
    'These messages are too long for one answer. Please request fewer at a time.': async (server) =>
      naming(await sendLong(server), (msg_ids) => ({ msg_ids, narrow: [] })),
  },
};

/** Messages that are too long for one answer; their ids. */
export async function sendLong(server: TestServer): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < 12) ids.push(await sendAsAlice(server));
  server.db.run('UPDATE messages SET rendered_content = ?', 'x'.repeat(900_000));
  return ids;
}

/** A call that names messages that are too long for one answer. */
export function naming(ids: readonly number[], valuesOf: (ids: readonly number[]) => Values): Provocation {
  return {
    as: 'alice',
    values: valuesOf(ids),
    msg: 'These messages are too long for one answer. Please request fewer at a time.',
    code: 'ANSWER_TOO_LONG',
  };
}

/** Calls that fail by their narrow alone, by the error's text; `values` are the other parameters. */
export function withWrongNarrow(values: Values): Readonly<Record<string, Provoke>> {
  const twice = { operator: 'with', operand: 1 };
  return {
    'Invalid narrow operator: {desc}': () => ({
      as: 'bob',
      values: { ...values, narrow: [{ operator: 'weather', operand: 'fine' }] },
      msg: 'Invalid narrow operator: unknown operator weather',
      code: 'BAD_NARROW',
      extra: { desc: 'unknown operator weather' },
    }),
    'Invalid narrow operator combination: {desc}': () => ({
      as: 'bob',
      values: { ...values, narrow: [twice, twice] },
      msg: "Invalid narrow operator combination: Duplicate 'with' operators.",
      code: 'BAD_NARROW',
      extra: { desc: "Duplicate 'with' operators." },
    }),
    '{problem}': () => ({
      as: 'bob',
      values: { ...values, narrow: [['channel', 'general'], 3] },
      msg: 'Invalid narrow[1]: Value error, dict or list required',
    }),
  };
}

/** A search for which there is too much to search without an index, and no place for one. */
export function withBrokenSearch({ app, db }: TestServer, values: Values): Provocation {
  const file = join(app.config.data_dir, 'chatd.db');
  breakIndex(file);
  writeFileSync(file, db.connection.serialize());
  app.searcher = new Searcher(openConnection(file), app.clock, app.log);
  app.searcher.thresholds.unindexed = -1;
  return {
    as: 'alice',
    values: { ...values, narrow: [{ operator: 'search', operand: 'soup' }] },
    msg: 'The server cannot search at the moment. Please try again.',
    code: 'SEARCH_UNAVAILABLE',
    status: 503,
  };
}

/** A search of somebody who has as many waiting as one may have. */
export function withManySearches({ app, users }: TestServer, values: Values): Provocation {
  const queue = new SearchQueue();
  const never = new AbortController().signal;
  const search = (signal: AbortSignal) => queue.run<never>(users.alice.id, () => new Promise(() => {}), signal);
  for (let n = 0; n < 21; n++) void search(never);
  app.searcher.find = (_, signal) => search(signal);
  return {
    as: 'alice',
    values: { ...values, narrow: [{ operator: 'search', operand: 'soup' }] },
    msg: 'Too many of your searches are waiting. Please try again in a second.',
    code: 'RATE_LIMIT_HIT',
    status: 429,
    extra: { 'retry-after': 1 },
    headers: { 'Retry-After': '1' },
  };
}
