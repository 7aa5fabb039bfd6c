import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { compileNarrow } from '../../src/search/narrow.ts';
import type { Term } from '../../src/search/term.ts';
import { findAtOnce, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer } from '../support/server.ts';
import { Crowd, people } from './crowd.ts';

function randomNarrow(crowd: Crowd, isGuest: boolean): Term[] {
  const {
    random,
    channels,
    server: { users },
  } = crowd;
  const word = () => crowd.word();
  const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
  const searched = random.pick([
    () => word(),
    () => `"${word()}"`,
    () => `${word()} ${word()}`,
    () => `"${word()} ${word()}"`,
  ])();
  const others = [
    term('search', word(), true),
    term('search', `"${word()} ${word()}"`, true),
    term('search', searched.replaceAll('"', '').slice(0, random.pick([3, 5, 40])), true),
    term('search', word().slice(0, 3), true),
    term('sender', users[random.pick(people)].id, random.chance(30)),
    term('is', 'starred'),
    // Guests know only their own channels.
    ...(isGuest ? [] : [term('channel', random.pick(channels), random.chance(30))]),
  ];
  return [term('search', searched), ...others.filter(({ operator }) => random.chance(operator === 'is' ? 5 : 25))];
}

function compareOnce(crowd: Crowd): void {
  const { server, random } = crowd;
  const user = server.users[random.pick(people)];
  const terms = randomNarrow(crowd, user === server.users.guest);
  const all = crowd.listIds();
  const anchor = random.pick([random.below(all.at(-1) as number), random.pick(all), (all.at(-1) as number) + 1]);
  const [num_before, num_after] = [random.pick([0, 3, 60, 3000]), random.pick([0, 0, 3, 60])];
  const range = { anchor, include_anchor: true, num_before, num_after };
  const narrow = compileNarrow(server.app, user, terms);

  const page = findAtOnce(crowd.search, { user, narrow, date: undefined, ...range });

  assert.deepEqual(page, crowd.pageOf(user, terms, range), JSON.stringify({ terms, range, user: user.full_name }));
}

async function compareRandomCrowd(t: TestContext, seed: number): Promise<void> {
  const file = temporaryFile(t);
  const crowd = new Crowd(await startServer(t, file), new Seeded(seed), file);
  for (let question = 0; question < 100; question++) compareOnce(crowd);
  while (crowd.search.step(200));
  for (let question = 0; question < 50; question++) compareOnce(crowd);
  crowd.search.close();
}

describe('a search among thousands of candidates', () => {
  it('finds the pages that a test of every message finds', async (t) => {
    for (let seed = 1; seed <= 3; seed++) await compareRandomCrowd(t, seed);
  });
});
