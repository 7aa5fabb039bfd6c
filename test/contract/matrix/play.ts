import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endpoints } from '../../../src/endpoints.ts';
import type { Endpoint } from '../../../src/http/endpoint.ts';
import type { Answer } from '../../support/client.ts';
import { countChanges, listChangedTables, takeSnapshot } from '../../support/snapshot.ts';
import { makeAs, validCall } from '../requests.ts';
import { type Actor, actors, parseWho } from './actors.ts';
import type { Matrix, Request, Row } from './row.ts';
import { type Cell, cellOf, type Stage, startStage } from './stage.ts';
import { undoWhatSucceeds } from './undo.ts';

/** The answer of an endpoint that needs an account, without a valid login. */
const strangers: Partial<Record<Actor, string>> = {
  nobody: 'Not logged in: API authentication or user session required',
  deactivated: 'Account is deactivated',
  webhook: 'This API is not available to incoming webhook bots.',
};

/** Declares a test for each row: what comes of its call for every actor. */
export function describeRows(matrix: Matrix): void {
  for (const [id, rows] of Object.entries(matrix)) {
    const endpoint = endpoints[id];
    if (!endpoint) continue;
    test(`who may ${endpoint.method} ${endpoint.path} (${id})`, async (t) => {
      const stages = new Stages(t);
      for (const row of rows) {
        await t.test(row.when, async () => {
          const outcomes = await play(await stages.setFor(id, row), endpoint);

          assert.deepEqual(outcomes, expectedOutcomes(endpoint, row));
        });
      }
    });
  }
}

/** A row with everything that its calls need. */
interface Setting {
  stage: Stage;
  row: Row & Required<Pick<Row, 'request'>>;
}

/** The servers of an endpoint's rows. One serves for many rows, unless something lasting was done on it. */
class Stages {
  readonly #t: TestContext;
  #last: Stage | undefined;

  constructor(t: TestContext) {
    this.#t = t;
  }

  async setFor(id: string, row: Row): Promise<Setting> {
    const isPlain = row.request !== undefined && row.arrange === undefined;
    const stage = isPlain && this.#last && !touched.has(this.#last) ? this.#last : await startStage(this.#t);
    this.#last = isPlain ? stage : undefined;
    await row.arrange?.(stage);
    const request = row.request ?? always(await validCall(stage, id));
    undoWhatSucceeds(stage.app);
    return { stage, row: { ...row, request } };
  }
}

/** The servers on which something was changed that stays: before a call, or by a refusal. */
const touched = new WeakSet<Stage>();

function always(request: Request): () => Request {
  return () => request;
}

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

/** Makes a row's call as every actor, on one server: what succeeds is undone, and what is refused changes nothing. */
async function play({ stage, row }: Setting, endpoint: Endpoint): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const actor of actors) outcomes[actor] = await playCell(cellOf(stage, actor), endpoint, row);
  return outcomes;
}

async function playCell(cell: Cell, endpoint: Endpoint, row: Setting['row']): Promise<string> {
  const { stage, actor } = cell;
  const client = stage.client(actor);
  const changes = countChanges(stage.db);
  const request = await row.request(cell);
  if (countChanges(stage.db) !== changes) touched.add(stage);
  const before = takeSnapshot(stage.db);
  const answer = await makeAs(client, endpoint, request);
  if (isSuccess(answer, row)) return 'ok';
  if (listChangedTables(stage.db, before).length > 0) {
    touched.add(stage);
    return `refused, but something has changed: ${reasonOf(answer)}`;
  }
  if (!row.requestMissing || !parseWho(row.hidden ?? '').includes(actor)) return reasonOf(answer);
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

/** Whether two answers are the same but for what their calls name. */
function isLike(answer: Answer, request: Request, other: Answer, otherRequest: Request): boolean {
  if (answer.status !== other.status || answer.status >= 500) return false;
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
