import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startServer } from '../../support/server.ts';
import { rows as to100 } from './levels-1-100.ts';
import { rows as to200 } from './levels-101-200.ts';
import { rows as to300 } from './levels-201-300.ts';
import { rows as to400 } from './levels-301-400.ts';
import { rows as to473 } from './levels-401-473.ts';
import { type Elsewhere, type Row, reasons } from './row.ts';

const rows: readonly Row[] = [...to473, ...to400, ...to300, ...to200, ...to100];

it('the level that is reported is that of the newest entry', async (t) => {
  const server = await startServer(t);

  const { body } = await server.anonymous.get('/server_settings');

  assert.equal(body.zulip_feature_level, Math.max(...rows.map(({ level }) => level)));
});

it('every level up to that one has an entry', () => {
  const told = new Set(rows.map(({ level }) => level));
  const levels = Array.from({ length: 473 }, (_, index) => index + 1);

  assert.deepEqual(
    levels.filter((level) => !told.has(level)),
    [],
  );
  assert.deepEqual(
    [...told].filter((level) => !levels.includes(level)),
    [],
  );
});

describe('an entry of the changelog', () => {
  it('has one proof, or a reason', () => {
    const odd = rows.filter(
      ({ check, elsewhere, why }) => [check, elsewhere, why].filter((one) => one !== undefined).length !== 1,
    );

    assert.deepEqual(odd, []);
    for (const { why } of rows) assert.ok(why === undefined || Object.hasOwn(reasons, why));
  });

  it('that was replaced names a later level, of which the table has a proof', () => {
    const isProved = (by: number) => rows.some(({ level, why }) => level === by && why === undefined);
    const odd = rows.filter(({ level, why, by }) =>
      why === 'replaced' ? by === undefined || by <= level || !isProved(by) : by !== undefined,
    );

    assert.deepEqual(odd, []);
  });

  it('that a test elsewhere shows names one that exists', () => {
    const missing = rows.flatMap(({ elsewhere }) => (elsewhere && !exists(elsewhere) ? [elsewhere] : []));

    assert.deepEqual(missing, []);
  });
});

describe('since level', () => {
  for (const { level, what, check } of rows) {
    if (check) it(`${level}: ${what}`, async (t) => check(t).then(() => undefined));
  }
});

/** Whether a file of tests has one with this title. */
function exists({ file, title }: Elsewhere): boolean {
  const path = join(import.meta.dirname, '../..', file);
  return existsSync(path) && titlesOf(readFileSync(path, 'utf8')).includes(title);
}

/** The titles as they stand in the source, with … for what differs. */
function titlesOf(source: string): string[] {
  return [...source.matchAll(/\b(?:it|test)\(\s*(['"`])(.*?)(?<!\\)\1/gs)].map(([, , title = '']) =>
    title.replaceAll(/\$\{.*?\}/g, '…'),
  );
}
