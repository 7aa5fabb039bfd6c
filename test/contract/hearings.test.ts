import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { startServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import { type Actor, parseWho } from './matrix/actors.ts';
import { type ChannelHearing, channelHearings, type Hearing, hearings } from './matrix/hearings.ts';
import { type Stage, startStage } from './matrix/stage.ts';
import { channelNames } from './matrix/world.ts';
import { make, validCall } from './requests.ts';

describe('who hears, in every kind of channel, of', () => {
  for (const hearing of channelHearings) {
    it(hearing.what, async (t) => {
      const stage = await startStage(t);
      const ears = await openEars(stage);
      const hearers: Record<string, Actor[]> = {};

      for (const name of channelNames) {
        await hearing.change(stage, stage.world.channels[name]);
        hearers[name] = Object.keys(await listen(stage, ears)) as Actor[];
      }

      assert.deepEqual(hearers, expectedHearers(hearing));
    });
  }
});

describe('who hears of', () => {
  for (const hearing of hearings) {
    it(hearing.what, async (t) => {
      const stage = await startStage(t);
      hearing.arrange?.(stage);
      const ears = await openEars(stage);

      const { status, body } = await hearing.change(stage);

      assert.equal(status, 200, JSON.stringify(body));
      const heard = Object.entries(await listen(stage, ears)).filter(([, json]) => isMeant(hearing, stage, json));
      assert.deepEqual(
        heard.map(([actor]) => actor),
        parseWho(hearing.to),
      );
    });
  }
});

/** What changes something that no client shows: keys, what bots keep, and where phones and browsers are notified. */
const unheard: readonly string[] = [
  'fetchApiKey',
  'endSession',
  'regenerateApiKey',
  'getBotApiKey',
  'regenerateBotApiKey',
  'updateBotStorage',
  'removeBotStorage',
  'addApnsToken',
  'removeApnsToken',
  'addFcmToken',
  'removeFcmToken',
  'addWebPushSubscription',
  'removeWebPushSubscription',
  'testWebPushSubscription',
  'revokeBotApiKey',
  'removeSecondFactor',
];

describe('what changes something', () => {
  for (const [id, endpoint] of Object.entries(endpoints).filter(([, { writes }]) => writes)) {
    it(`is told of: ${endpoint.method} ${endpoint.path}`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      const publish = t.mock.method(server.app.events, 'deliver');
      const before = takeSnapshot(server.db);

      await make(server, endpoint, call);

      const changed = listChangedTables(server.db, before).filter((table) => !unread.includes(table));
      const isToldOf = publish.mock.callCount() > 0 || changed.length === 0;
      assert.equal(isToldOf, !unheard.includes(id));
    });
  }
});

// An entry of the audit log, which has a number, is read when it is asked for.
const unread: readonly string[] = ['audit_entries', 'audit_concerned', 'sqlite_sequence'];

function expectedHearers({ to }: ChannelHearing): Record<string, Actor[]> {
  return Object.fromEntries(channelNames.map((name) => [name, parseWho(to[name])]));
}

function isMeant({ holding }: Hearing, stage: Stage, json: string): boolean {
  return holding === undefined || json.includes(holding(stage));
}

interface Ear {
  actor: Actor;
  queue_id: string;
  last_event_id: number;
}

/** Opens a queue for everybody who can have one. */
async function openEars(stage: Stage): Promise<Ear[]> {
  const able = [
    'notification_settings_null',
    'bulk_message_deletion',
    'archived_channels',
    'stream_typing_notifications',
    'chatd_events',
  ];
  const client_capabilities = Object.fromEntries(able.map((name) => [name, true]));
  const ears: Ear[] = [];
  for (const actor of parseWho('guest+')) {
    const { body } = await stage.client(actor).post('/register', { fetch_event_types: [], client_capabilities });
    ears.push({ actor, queue_id: body.queue_id, last_event_id: body.last_event_id });
  }
  return ears;
}

/** The JSON of each user's events since the last call, without users who received none. */
async function listen(stage: Stage, ears: Ear[]): Promise<Partial<Record<Actor, string>>> {
  const heard: Partial<Record<Actor, string>> = {};
  for (const ear of ears) {
    const { actor, queue_id, last_event_id } = ear;
    const { body } = await stage.client(actor).get('/events', { queue_id, last_event_id, dont_block: true });
    const events = body.events as { id: number }[];
    ear.last_event_id = events.at(-1)?.id ?? last_event_id;
    if (events.length > 0) heard[actor] = JSON.stringify(events);
  }
  return heard;
}
