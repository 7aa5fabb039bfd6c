import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { exportZulip } from '../../src/export/zulip/zulip-export.ts';
import { clientsOf, importFiles, makeFolder, openEmpty } from '../import/scene.ts';
import { ids, realmTables, user } from '../import/zulip-export.ts';
import type { Client, Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { exportForZulip, unpack } from './zulip-files.ts';

const guest = 105;
const people = { alice: ids.alice, bob: ids.bob, guest } as const;
type Person = keyof typeof people;

interface Scene {
  app: App;
  as: (id: number) => Client;
  /** Ids of a message that all three read, and of one that they did not. */
  read: number;
  unread: number;
  move: (channel_id: number) => Promise<void>;
}

/** Alice, bob and a guest receive two messages of the channel `from`, star and read the first. */
async function setScene(t: TestContext): Promise<Scene> {
  const app = openEmpty(t);
  const tables = realmTables();
  const zerver_userprofile = [...(tables.zerver_userprofile ?? []), user(guest, 'Gus Guest', { role: 600 })];
  await importFiles(t, app, { 'realm.json': { ...tables, zerver_userprofile } });
  const as = await clientsOf(t, app);
  await subscribe(as(ids.owner), 'from', { principals: [ids.owner, ...Object.values(people)] });
  const read = await send(as(ids.owner), { to: 'from' });
  const unread = await send(as(ids.owner), { to: 'from' });
  for (const id of Object.values(people)) {
    await as(id).post('/messages/flags', { messages: [read], op: 'add', flag: 'starred' });
    await as(id).post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
  }
  const move = async (stream_id: number) => {
    const values = { stream_id, propagate_mode: 'change_all', send_notification_to_new_thread: false };
    const { status, body } = await as(ids.owner).patch(`/messages/${read}`, values);
    assert.equal(status, 200, body.msg);
  };
  return { app, as, read, unread, move };
}

/** Opens a channel of the owner and alice, to which the messages are moved. */
async function moveTo(scene: Scene, values: Values): Promise<number> {
  const principals = [ids.owner, ids.alice];
  const channel_id = await subscribe(scene.as(ids.owner), 'to', { principals, ...values });
  await scene.move(channel_id);
  return channel_id;
}

/** Whether each message is unread for a person in an archive; undefined without a record. */
function marksIn(folder: string, { read, unread }: Scene): Record<Person, (string | undefined)[]> {
  const tables = JSON.parse(readFileSync(join(folder, 'messages-000001.json'), 'utf8'));
  const maskOf = (user_profile: number, message: number): number | undefined =>
    tables.zerver_usermessage.find((one: Values) => one.user_profile === user_profile && one.message === message)
      ?.flags_mask;
  const marks = Object.entries(people).map(([name, id]) => {
    const masks = [read, unread].map((message) => maskOf(id, message));
    return [name, masks.map((mask) => (mask === undefined ? undefined : mask % 2 === 1 ? 'read' : 'unread'))];
  });
  return Object.fromEntries(marks);
}

const marksOf = async (t: TestContext, scene: Scene) => marksIn((await exportForZulip(t, scene.app)).folder, scene);

describe('moved messages in chatd export --format zulip', () => {
  it('are as unread as before for subscribers of both channels, and read for former receivers', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, {});

    assert.deepEqual(await marksOf(t, scene), {
      alice: ['read', 'unread'],
      bob: ['read', 'read'],
      guest: [undefined, undefined],
    });
  });

  it('are no longer those of receivers who may not read them where they are', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, { invite_only: true });

    assert.deepEqual(await marksOf(t, scene), {
      alice: ['read', 'unread'],
      bob: [undefined, undefined],
      guest: [undefined, undefined],
    });
  });

  it('are theirs again when they are back', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, { invite_only: true });
    const from = (await scene.as(ids.alice).get('/get_stream_id', { stream: 'from' })).body.stream_id;
    await scene.move(from);

    const asBefore = ['read', 'unread'];
    assert.deepEqual(await marksOf(t, scene), { alice: asBefore, bob: asBefore, guest: asBefore });
  });

  it('are read for who left their channel', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, {});
    await scene.as(ids.alice).delete('/users/me/subscriptions', { subscriptions: ['to'] });

    assert.deepEqual((await marksOf(t, scene)).alice, ['read', 'read']);
  });

  it('are all read in public data', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, {});
    const file = join(makeFolder(t), 'public.tar.gz');
    await exportZulip({ data_dir: scene.app.config.data_dir, file, now: 2_000_000_000, scope: { kind: 'public' } });

    assert.deepEqual(marksIn(await unpack(t, file), scene), {
      alice: ['read', 'read'],
      bob: ['read', 'read'],
      guest: [undefined, undefined],
    });
  });

  it('are read after chatd import zulip for receivers outside their channel', async (t) => {
    const scene = await setScene(t);
    await moveTo(scene, {});
    const { file } = await exportForZulip(t, scene.app);
    const copy = openEmpty(t);
    await importFiles(t, copy, {}, { file });
    const there = await clientsOf(t, copy);

    for (const id of [ids.alice, ids.bob]) {
      const flags = async (as: Scene['as']) => (await as(id).get(`/messages/${scene.read}`)).body.message.flags;
      assert.deepEqual(await flags(there), ['read', 'starred']);
      assert.deepEqual(await flags(there), await flags(scene.as));
    }
  });

  it('leave news to announce to the importing server, without which it fails', async (t) => {
    const { folder } = await exportForZulip(t, (await setScene(t)).app);
    const [realm] = JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8')).zerver_realm;

    assert.equal(realm.zulip_update_announcements_level, 14);
  });
});
