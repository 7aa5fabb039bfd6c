import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { type Actor, parseWho } from './matrix/actors.ts';
import { askers, type Sight, sights } from './matrix/sights.ts';
import { cellOf, type Stage, startStage } from './matrix/stage.ts';
import { makeAs } from './requests.ts';

for (const sight of sights) {
  const endpoint = endpoints[sight.id] as Endpoint;

  describe(`what ${endpoint.method} ${endpoint.path} shows (${sight.id})`, () => {
    it(sight.when, async (t) => {
      const stage = await startStage(t);
      await sight.arrange?.(stage);
      const seers: Record<string, Actor[]> = Object.fromEntries(Object.keys(sight.shown).map((name) => [name, []]));

      for (const actor of askers(sight)) {
        const json = await ask(stage, endpoint, sight, actor);
        for (const [name, one] of Object.entries(sight.shown)) {
          if (json.includes(one.json(stage.world))) seers[name]?.push(actor);
        }
      }

      assert.deepEqual(seers, expectedSeers(sight));
    });
  });
}

async function ask(stage: Stage, endpoint: Endpoint, { request }: Sight, actor: Actor): Promise<string> {
  const call = request?.(cellOf(stage, actor)) ?? {};
  const { status, body } = await makeAs(stage.client(actor), endpoint, call);
  assert.equal(status, 200, JSON.stringify(body));
  return JSON.stringify(body);
}

function expectedSeers({ shown }: Sight): Record<string, Actor[]> {
  return Object.fromEntries(Object.entries(shown).map(([name, { to }]) => [name, parseWho(to)]));
}
