import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deleteUnclaimed } from '../../src/jobs/unclaimed-files.ts';
import { doDeliverDue } from '../../src/later/delivery.ts';
import { doDeleteUnclaimed, uploadSpaceUsed } from '../../src/uploads/attachment.ts';
import type { Client } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { fetchFile, outliveTrash, storedFiles, uploadFile } from '../support/files.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const day = 86_400;

interface Scene extends TestServer {
  /** A file of Alice's, of 7 bytes. */
  file: string;
  link: string;
  /** The events about attachments that alice and bob receive. */
  ears: Ears;
  /** The file as the API shows it, with the messages that refer to it. */
  shown: (...message_ids: number[]) => object;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const file = await uploadFile(server.as('alice'));
  const path_id = file.slice('/user_uploads/'.length);
  const create_time = server.clock.now();
  const shown = (...message_ids: number[]) => ({ id: 1, name: 'note.txt', path_id, size: 7, create_time, message_ids });
  const ears = await listen(server, ['alice', 'bob'], { event_types: ['attachment'] });
  return { ...server, file, link: `[note.txt](${file})`, ears, shown };
}

function update(attachment: object, upload_space_used = 7) {
  return { type: 'attachment', op: 'update', attachment, upload_space_used };
}

const removed = { type: 'attachment', op: 'remove', attachment: { id: 1 }, upload_space_used: 0 };

describe('GET /attachments', () => {
  it('lists the newest 5000 files, oldest first', async (t) => {
    const { as, db, users } = await startServer(t);
    const columns = 'owner_id, path_id, name, sha256, size, content_type, created_at';
    db.run(
      `INSERT INTO attachments (${columns})
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5003)
       SELECT ?, n || '.txt', 'a.txt', 'a', 1, 'text/plain', n FROM n`,
      users.alice.id,
    );

    const { body } = await as('alice').get('/attachments');

    const names = body.attachments.map(({ path_id }: { path_id: string }) => path_id);
    assert.deepEqual([names.length, names[0], names.at(-1)], [5000, '4.txt', '5003.txt']);
  });
});

describe('DELETE /attachments/{attachment_id}', () => {
  it('deletes a file for good, and tells its owner', async (t) => {
    const scene = await setScene(t);
    const { as, file, link, ears } = scene;
    await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    const { status, body } = await as('alice').delete('/attachments/1');

    assert.deepEqual([status, body], [200, ok]);
    assert.deepEqual(await ears.heard(), { alice: [removed] });
    const { body: left } = await as('alice').get('/attachments');
    assert.deepEqual(left, { ...ok, attachments: [], upload_space_used: 0 });
    assert.equal((await fetchFile(scene, file, 'alice')).status, 404);
    await outliveTrash(scene);
  });

  it('is for the owner of the file, and answers others as if there were none', async (t) => {
    const { as, link, ears } = await setScene(t);
    await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    const answers = await Promise.all([
      as('bob').delete('/attachments/1'),
      as('owner').delete('/attachments/1'),
      as('alice').delete('/attachments/2'),
    ]);

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      answers.map(() => [400, badRequest('Invalid attachment')]),
    );
    assert.deepEqual(await ears.heard(), {});
    const { body } = await as('alice').get('/attachments');
    assert.equal(body.attachments.length, 1);
  });
});

describe('a message that refers to a file', () => {
  it('is listed with it, and its owner hears of it, whoever sends it', async (t) => {
    const { as, link, ears, shown } = await setScene(t);

    const first = await send(as('alice'), { to: 'general', content: `${link} ${link}` });
    const second = await send(as('bob'), { to: 'general', content: `> ${link}` });

    assert.deepEqual(await ears.heard(), { alice: [update(shown(first)), update(shown(first, second))] });
    const { body } = await as('alice').get('/attachments');
    assert.deepEqual(body, { ...ok, attachments: [shown(first, second)], upload_space_used: 7 });
  });

  it('refers to what it links to, not to what it has in code', async (t) => {
    const { as, link, ears } = await setScene(t);

    await send(as('alice'), { to: 'general', content: `\`${link}\`` });

    assert.deepEqual(await ears.heard(), {});
  });

  it('refers to what it says after an edit', async (t) => {
    const { as, link, ears, shown } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: 'soon' });

    const { body } = await as('alice').patch(`/messages/${id}`, { content: link });

    assert.deepEqual(body, { ...ok, detached_uploads: [] });
    assert.deepEqual(await ears.heard(), { alice: [update(shown(id))] });
  });

  it('refers to it still after it was moved, or edited around the link', async (t) => {
    const { as, link, ears } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    const moved = await as('alice').patch(`/messages/${id}`, { topic: 'elsewhere' });
    const edited = await as('alice').patch(`/messages/${id}`, { content: `${link}!` });

    assert.deepEqual(
      [moved.body, edited.body],
      [
        { ...ok, detached_uploads: [] },
        { ...ok, detached_uploads: [] },
      ],
    );
    assert.deepEqual(await ears.heard(), {});
  });

  it('gives it back when an edit takes the last link away', async (t) => {
    const { as, link, ears, shown } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    const { body } = await as('alice').patch(`/messages/${id}`, { content: 'never mind' });

    assert.deepEqual(body, { ...ok, detached_uploads: [shown()] });
    assert.deepEqual(await ears.heard(), { alice: [update(shown())] });
  });

  it('does not give back what another message refers to', async (t) => {
    const { as, link, ears, shown } = await setScene(t);
    const first = await send(as('alice'), { to: 'general', content: link });
    const second = await send(as('bob'), { to: 'general', content: link });
    await ears.heard();

    const { body } = await as('alice').patch(`/messages/${first}`, { content: 'never mind' });

    assert.deepEqual(body, { ...ok, detached_uploads: [] });
    assert.deepEqual(await ears.heard(), { alice: [update(shown(second))] });
  });

  it("does not give back another user's file", async (t) => {
    const { as, link, ears, shown } = await setScene(t);
    const first = await send(as('alice'), { to: 'general', content: link });
    const second = await send(as('bob'), { to: 'general', content: link });
    await as('alice').patch(`/messages/${first}`, { content: 'never mind' });
    await ears.heard();

    const { body } = await as('bob').patch(`/messages/${second}`, { content: 'never mind' });

    assert.deepEqual(body, { ...ok, detached_uploads: [] });
    assert.deepEqual(await ears.heard(), { alice: [update(shown())] });
  });

  it('gives back exactly the files that are no longer there', async (t) => {
    const { as, link } = await setScene(t);
    const others = await Promise.all(['b', 'c'].map((text) => uploadFile(as('alice'), text, `${text}.txt`)));
    const [b, c] = others.map((url) => `[x](${url})`);
    const id = await send(as('alice'), { to: 'general', content: `${link} ${b}` });

    const { body } = await as('alice').patch(`/messages/${id}`, { content: `${b} ${c}` });

    assert.deepEqual(
      body.detached_uploads.map(({ name }: { name: string }) => name),
      ['note.txt'],
    );
  });

  it('takes the file along when it is deleted, if it was the last', async (t) => {
    const scene = await setScene(t);
    const { as, link, ears, shown } = scene;
    const first = await send(as('alice'), { to: 'general', content: link });
    const second = await send(as('bob'), { to: 'general', content: link });
    await ears.heard();

    await as('owner').delete(`/messages/${first}`);
    const between = await ears.heard();
    await as('owner').delete(`/messages/${second}`);

    assert.deepEqual(between, { alice: [update(shown(second))] });
    assert.deepEqual(await ears.heard(), { alice: [removed] });
    await outliveTrash(scene);
  });

  it('leaves the file when it is deleted while a draft has it', async (t) => {
    const { app, as, clock, link, ears, shown } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: link });
    const draft = { type: '', to: [], topic: '', content: link, timestamp: clock.now() };
    const { body } = await as('alice').post('/drafts', { drafts: [draft] });
    await ears.heard();

    await as('owner').delete(`/messages/${id}`);
    const kept = await ears.heard();
    await as('alice').delete(`/drafts/${body.ids[0]}`);
    clock.advance(day + 1);
    doDeleteUnclaimed(app);

    assert.deepEqual(kept, { alice: [update(shown())] });
    assert.deepEqual(await ears.heard(), { alice: [removed] });
  });

  it('takes the file along when its topic is deleted', async (t) => {
    const { as, link, ears } = await setScene(t);
    const stream_id = await subscribe(as('alice'), 'design');
    for (let count = 0; count < 3; count++) await send(as('alice'), { to: 'design', topic: 'old', content: link });
    await ears.heard();

    const { body } = await as('owner').post(`/streams/${stream_id}/delete_topic`, { topic_name: 'old' });

    assert.equal(body.complete, true);
    assert.deepEqual(await ears.heard(), { alice: [removed] });
  });

  it('is followed only where it is stored: a refused edit changes nothing', async (t) => {
    const { as, link, ears, shown } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    const { status } = await as('bob').patch(`/messages/${id}`, { content: 'mine' });

    assert.equal(status, 400);
    assert.deepEqual(await ears.heard(), {});
    const { body } = await as('alice').get('/attachments');
    assert.deepEqual(body.attachments, [shown(id)]);
  });
});

describe('a message that may not be read', () => {
  it('opens its files to those who may read it, and to nobody else', async (t) => {
    const scene = await setScene(t);
    const { as, users, file, link } = scene;
    await subscribe(as('alice'), 'den', { invite_only: true, principals: [users.alice.id, users.bob.id] });
    await send(as('alice'), { to: 'den', content: link });

    const answers = await Promise.all(
      (['bob', 'owner', 'guest'] as const).map(async (name) => (await fetchFile(scene, file, name)).status),
    );

    assert.deepEqual(answers, [200, 404, 404]);
  });

  it('has a file that others do not get at by writing its address', async (t) => {
    const scene = await setScene(t);
    const { as, users, file, link, ears, shown } = scene;
    await subscribe(as('alice'), 'den', { invite_only: true, principals: [users.alice.id] });
    const id = await send(as('alice'), { to: 'den', content: link });
    await ears.heard();

    const guess = await send(as('bob'), { to: 'general', content: link });
    const edited = await send(as('bob'), { to: 'general', content: 'soon' });
    await as('bob').patch(`/messages/${edited}`, { content: link });

    assert.ok(guess > id);
    assert.deepEqual(await ears.heard(), {});
    assert.equal((await fetchFile(scene, file, 'bob')).status, 404);
    assert.deepEqual((await as('alice').get('/attachments')).body.attachments, [shown(id)]);
  });
});

describe('a file that nothing refers to', () => {
  it('is deleted after a day, and its owner told', async (t) => {
    const scene = await setScene(t);
    const { app, clock, ears } = scene;

    clock.advance(day);
    doDeleteUnclaimed(app);
    const kept = storedFiles(scene).length;
    clock.advance(1);
    doDeleteUnclaimed(app);

    assert.equal(kept, 1);
    assert.deepEqual(await ears.heard(), { alice: [removed] });
    await outliveTrash(scene);
  });

  it('is deleted with all others, a few at a time so that nobody waits long', async (t) => {
    const scene = await setScene(t);
    const { app, db, clock } = scene;
    copyFile(scene, 120);
    clock.advance(day + 1);
    const during: unknown[] = [];
    const transaction = db.transaction.bind(db);
    db.transaction = (action) => {
      const result = transaction(action);
      during.push(db.value('SELECT count(*) FROM attachments'));
      return result;
    };

    await deleteUnclaimed(app, new AbortController().signal);

    assert.deepEqual(during, [71, 21, 0]);
    assert.equal(uploadSpaceUsed(db), 0);
  });

  it('leaves others for the next time when one took long, and when the server stops', async (t) => {
    const scene = await setScene(t);
    const { app, db, clock } = scene;
    copyFile(scene, 9);
    clock.advance(day + 1);
    let milliseconds = 0;
    app.clock.monotonic = () => {
      milliseconds += 2;
      return milliseconds;
    };

    await deleteUnclaimed(app, AbortSignal.abort());

    assert.equal(db.value('SELECT count(*) FROM attachments'), 7);
  });

  it('is deleted a day after the last link to it was taken away', async (t) => {
    const { app, clock, as, link, ears } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', content: link });
    clock.advance(300);
    await as('alice').patch(`/messages/${id}`, { content: 'never mind' });
    await ears.heard();

    clock.advance(day);
    doDeleteUnclaimed(app);
    const early = await ears.heard();
    clock.advance(1);
    doDeleteUnclaimed(app);

    assert.deepEqual(early, {});
    assert.deepEqual(await ears.heard(), { alice: [removed] });
  });

  it('stays while a message refers to it', async (t) => {
    const { app, clock, as, link, ears } = await setScene(t);
    await send(as('alice'), { to: 'general', content: link });
    await ears.heard();

    clock.advance(100 * day);
    doDeleteUnclaimed(app);

    assert.deepEqual(await ears.heard(), {});
  });

  const waiting: [what: string, path: string, values: (scene: Scene) => object][] = [
    [
      'is to be sent later',
      '/scheduled_messages',
      ({ link, clock, users }) => ({
        type: 'direct',
        to: [users.bob.id],
        content: link,
        scheduled_delivery_timestamp: clock.now() + 10 * day,
      }),
    ],
    [
      'is still being written',
      '/drafts',
      ({ link, clock }) => ({ drafts: [{ type: '', to: [], topic: '', content: link, timestamp: clock.now() }] }),
    ],
    ['is kept to be written again', '/saved_snippets', ({ link }) => ({ title: 'note', content: link })],
  ];
  for (const [what, path, values] of waiting) {
    it(`stays while it is in what ${what}`, async (t) => {
      const scene = await setScene(t);
      const { status, body } = await scene.as('alice').post(path, { ...values(scene) });
      assert.equal(status, 200, JSON.stringify(body));

      for (let days = 0; days < 3; days++) {
        scene.clock.advance(day + 1);
        doDeleteUnclaimed(scene.app);
      }

      assert.deepEqual(await scene.ears.heard(), {});
      assert.equal((await fetchFile(scene, scene.file, 'alice')).status, 200);
    });
  }

  const hidden: [how: string, write: (link: string) => string][] = [
    ['in code', (link) => `\`${link}\``],
    ['with its address percent-encoded', (link) => link.replace(/\/1\//, '%2F1%2f').replace(/[_-]/g, encoded)],
    ['with escapes in its address', (link) => link.replace(/[_-]/g, (sign) => `\\${sign}`)],
    ['as a picture elsewhere', (link) => link.replace('/user_uploads/', '/user_uploads/thumbnail/')],
  ];
  for (const [how, write] of hidden) {
    it(`stays while a draft has it ${how}`, async (t) => {
      const { app, as, clock, link, ears } = await setScene(t);
      await draft(as('alice'), write(link));

      clock.advance(day + 1);
      doDeleteUnclaimed(app);

      assert.deepEqual(await ears.heard(), {});
    });
  }

  const ends: [what: string, end: (scene: Scene, id: number) => Promise<unknown>][] = [
    ['it was edited away', ({ as }, id) => as('alice').patch(`/drafts/${id}`, { draft: blank('nothing') })],
    ['it was deleted', ({ as }, id) => as('alice').delete(`/drafts/${id}`)],
    ['drafts are kept elsewhere', ({ as }) => as('alice').patch('/settings', { enable_drafts_synchronization: false })],
  ];
  for (const [what, end] of ends) {
    it(`is deleted at last when a draft had it and ${what}`, async (t) => {
      const scene = await setScene(t);
      const id = await draft(scene.as('alice'), scene.link);
      await end(scene, id);

      scene.clock.advance(day + 1);
      doDeleteUnclaimed(scene.app);

      assert.deepEqual(await scene.ears.heard(), { alice: [removed] });
    });
  }

  it('is deleted although somebody who may not see it has it in a draft', async (t) => {
    const { app, as, clock, link, ears } = await setScene(t);
    await draft(as('bob'), link);

    clock.advance(day + 1);
    doDeleteUnclaimed(app);

    assert.deepEqual(await ears.heard(), { alice: [removed] });
  });

  it('is waited for by nothing once a scheduled message was sent and its message deleted', async (t) => {
    const { app, as, db, clock, link, ears, users } = await setScene(t);
    const to = [users.bob.id];
    const scheduled_delivery_timestamp = clock.now() + 60;
    await as('alice').post('/scheduled_messages', { type: 'direct', to, content: link, scheduled_delivery_timestamp });
    clock.advance(60);
    doDeliverDue(app);
    const id = db.value<number>('SELECT max(id) FROM messages') as number;
    await ears.heard();

    const { status } = await as('owner').delete(`/messages/${id}`);

    assert.equal(status, 400);
    await as('admin').patch('/realm', { can_delete_own_message_group: { new: 1, old: 1 } });
    await as('alice').delete(`/messages/${id}`);
    assert.deepEqual(await ears.heard(), { alice: [removed] });
  });

  it('is found among what waits by an index, however much waits', async (t) => {
    const { db } = await startServer(t);

    const plan = db.all<{ detail: string }>(
      'EXPLAIN QUERY PLAN SELECT 1 FROM awaited_attachments WHERE attachment_id = ? LIMIT 1',
      1,
    );

    assert.deepEqual(
      plan.map(({ detail }) => detail),
      ['SEARCH awaited_attachments USING COVERING INDEX awaited_attachments_by_attachment (attachment_id=?)'],
    );
  });
});

/** As if Alice had uploaded the same file this many times more. */
function copyFile({ db }: Scene, count: number): void {
  db.run(
    `WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ?)
     INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
     SELECT owner_id, path_id || n, name, sha256, size, content_type, created_at FROM attachments, n WHERE id = 1`,
    count,
  );
  db.run('INSERT INTO unclaimed_attachments SELECT id, created_at FROM attachments WHERE id > 1');
}

function encoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`;
}

function blank(content: string) {
  return { type: '', to: [], topic: '', content };
}

async function draft(client: Client, content: string): Promise<number> {
  const { body } = await client.post('/drafts', { drafts: [blank(content)] });
  return body.ids[0];
}
