import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { Answer } from '../support/client.ts';
import { type Actor, actors, parseWho } from './matrix/actors.ts';
import type { Request, Row } from './matrix/row.ts';
import { type Cell, cellOf, type Stage, startStage } from './matrix/stage.ts';
import { matrix } from './matrix.ts';
import { digest, makeAs, validCall } from './requests.ts';

/** What an endpoint that needs an account tells those who have none that counts. */
const strangers: Partial<Record<Actor, string>> = {
  nobody: 'Not logged in: API authentication or user session required',
  deactivated: 'Account is deactivated',
  webhook: 'This API is not available to incoming webhook bots.',
};

for (const [id, endpoint] of Object.entries(endpoints)) {
  describe(`who may ${endpoint.method} ${endpoint.path} (${id})`, () => {
    const rows = matrix[id] ?? [];

    it('is written down', () => {
      assert.ok(rows.length > 0, `${id} has no row: add one in test/contract/matrix/`);
    });

    for (const row of rows) {
      it(row.when, async (t) => {
        const outcomes = await play(t, id, endpoint, row);

        assert.deepEqual(outcomes, expectedOutcomes(endpoint, row));
      });
    }
  });
}

describe('the permission matrix', () => {
  it('is about endpoints that exist', () => {
    const stray = Object.keys(matrix).filter((id) => !Object.hasOwn(endpoints, id));

    assert.deepEqual(stray, []);
  });

  it('says for each actor one thing', () => {
    const ambiguous = Object.entries(matrix).flatMap(([id, rows]) =>
      rows.filter(isAmbiguous).map(({ when }) => `${id}: ${when}`),
    );

    assert.deepEqual(ambiguous, []);
  });
});

type Outcomes = Partial<Record<Actor, string>>;

function expectedOutcomes(endpoint: Endpoint, { ok, hidden = '', refused = {} }: Row): Outcomes {
  const expected: Outcomes = {};
  const set = (who: string, outcome: string) => {
    for (const actor of parseWho(who)) expected[actor] = outcome;
  };
  if (typeof refused === 'string') set('anyone', refused);
  if (endpoint.access !== 'anyone') Object.assign(expected, strangersOf(endpoint));
  if (typeof refused !== 'string') for (const [text, who] of Object.entries(refused)) set(who, text);
  set(hidden, 'hidden');
  set(ok, 'ok');
  return expected;
}

function strangersOf({ openToWebhooks }: Endpoint): Outcomes {
  const { webhook, ...others } = strangers;
  return openToWebhooks || webhook === undefined ? others : { ...others, webhook };
}

function isAmbiguous({ ok, hidden = '', refused = {} }: Row): boolean {
  const texts = typeof refused === 'string' ? [] : Object.values(refused);
  const named = [ok, hidden, ...texts].flatMap(parseWho);
  return new Set(named).size < named.length;
}

/** Makes the call of a row as every actor; a server serves until somebody has changed something on it. */
async function play(t: TestContext, id: string, endpoint: Endpoint, row: Row): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  let stage: Stage | undefined;
  for (const actor of actors) {
    stage ??= await prepare(t, row);
    const outcome = await playCell(cellOf(stage, actor), id, endpoint, row);
    outcomes[actor] = outcome;
    if (!row.request || (endpoint.writes && outcome === 'ok')) stage = undefined;
  }
  return outcomes;
}

async function prepare(t: TestContext, { arrange }: Row): Promise<Stage> {
  const stage = await startStage(t);
  await arrange?.(stage);
  return stage;
}

async function playCell(cell: Cell, id: string, endpoint: Endpoint, row: Row): Promise<string> {
  const { stage, actor } = cell;
  const client = stage.client(actor);
  const request = await (row.request ?? (() => validCall(stage, id)))(cell);
  const before = stage.db.connection.serialize();
  const changes = countChanges(stage.db);
  const answer = await makeAs(client, endpoint, request);
  if (isSuccess(answer, row)) return 'ok';
  if (countChanges(stage.db) !== changes && hasChanged(stage.db, before))
    return `refused, but something has changed: ${answer.body?.msg}`;
  if (!parseWho(row.hidden ?? '').includes(actor) || !row.requestMissing) return reasonOf(answer);
  const missing = await row.requestMissing(cell);
  return isLike(answer, request, await makeAs(client, endpoint, missing), missing) ? 'hidden' : reasonOf(answer);
}

function isSuccess({ status, body }: Answer, { succeeds }: Row): boolean {
  return status === 200 && (succeeds ? succeeds(body) : true);
}

/** What a refusal says, with a sign for the numbers, which are not the same for everybody. */
function reasonOf({ body }: Answer): string {
  return String(body?.msg).replace(/\d+/g, '#');
}

function countChanges(db: Database): number {
  return db.value<number>('SELECT total_changes()') as number;
}

function hasChanged(db: Database, before: Buffer): boolean {
  const copy = openConnection(before);
  const isSame = isDeepStrictEqual(digest(copy), digest(db));
  copy.close();
  return !isSame;
}

/** Whether two answers are the same but for what their calls name. */
function isLike(answer: Answer, request: Request, other: Answer, otherRequest: Request): boolean {
  if (answer.status !== other.status) return false;
  return withoutNames(answer, request, otherRequest) === withoutNames(other, otherRequest, request);
}

/** An answer without what its call names and the other does not. */
function withoutNames({ body }: Answer, request: Request, other: Request): string {
  const others = new Set(leavesOf(other));
  const names = leavesOf(request).filter((name) => name !== '' && !others.has(name));
  return names.reduce((text, name) => text.replaceAll(name, '…'), JSON.stringify(body));
}

/** Everything a call says, each as it stands in JSON. */
function leavesOf({ path = {}, values = {} }: Request): string[] {
  const flat = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value];
  return flat([path, values]).map((value) => JSON.stringify(String(value)).slice(1, -1));
}
