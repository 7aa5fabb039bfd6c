import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { thumbnailFile } from '../../src/uploads/store.ts';
import { type Bytes, blue, picture, red } from '../images/samples.ts';
import { uploadFile } from '../support/files.ts';
import { upload } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';

const sample = (width: number): Bytes => Uint8Array.from(picture(width, 8, red, blue).get_bytes()) as Bytes;

interface Scene extends TestServer {
  /** SHA-256 of the pictures in the order of their uploads. */
  pictures: string[];
  /** What was settled since, in order: positions of pictures, -1 for an avatar. */
  settled: () => number[];
}

/** Pictures whose thumbnails are made; what is made again is noted. */
async function setScene(t: TestContext, count: number): Promise<Scene> {
  const server = await startServer(t);
  for (let index = 0; index < count; index++) await uploadFile(server.as('alice'), sample(10 + index), `${index}.png`);
  await server.app.thumbnailer.finished();
  const { db } = server;
  const pictures = db.values<string>('SELECT sha256 FROM attachments ORDER BY id');
  db.connection.exec(`
    CREATE TEMP TABLE settled (sha256);
    CREATE TEMP TRIGGER settled_picture AFTER UPDATE ON main.pictures WHEN new.thumbnail <> 'waiting'
      BEGIN INSERT INTO settled VALUES (new.sha256); END;
    CREATE TEMP TRIGGER settled_image AFTER UPDATE ON main.images WHEN new.is_fitted = 1
      BEGIN INSERT INTO settled VALUES (NULL); END;`);
  t.after(() => db.connection.exec('DROP TRIGGER settled_picture; DROP TRIGGER settled_image; DROP TABLE settled'));
  const settled = () =>
    db.connection
      .prepare<[], string | null>('SELECT sha256 FROM settled ORDER BY rowid')
      .pluck()
      .all()
      .map((sha256) => pictures.indexOf(sha256 ?? ''));
  return { ...server, pictures, settled };
}

function want({ db, app }: Scene, sha256?: string): void {
  db.run("UPDATE pictures SET thumbnail = 'waiting' WHERE sha256 = coalesce(?, sha256)", sha256 ?? null);
  app.thumbnailer.wake();
}

describe('thumbnails', () => {
  it('are made of the newest and the oldest picture in turn, so none waits behind all others', async (t) => {
    const scene = await setScene(t, 5);

    want(scene);
    await scene.app.thumbnailer.finished();

    const expected = [
      [4, 0, 3, 1, 2],
      [0, 4, 1, 3, 2],
    ];
    // Which of the two is first depends on the pictures before.
    assert.deepEqual(scene.settled(), expected[scene.settled()[0] === 4 ? 0 : 1]);
  });

  it('keep no avatar waiting', async (t) => {
    const scene = await setScene(t, 4);
    scene.db.run("UPDATE pictures SET thumbnail = 'waiting'");
    const { status } = await upload(scene.as('alice'), '/users/me/avatar', [sample(8)]);
    assert.equal(status, 200);
    scene.app.thumbnailer.wake();
    await scene.app.thumbnailer.finished();

    assert.ok(scene.settled().indexOf(-1) < 3, scene.settled().join());
  });

  it('are made of what comes while the last one ends', async (t) => {
    const scene = await setScene(t, 2);
    const [first, last] = scene.pictures;

    want(scene, first);
    while (scene.settled().length === 0) await setImmediate();
    want(scene, last);
    await scene.app.thumbnailer.finished();

    assert.deepEqual(scene.settled(), [0, 1]);
  });

  it('are made although one cannot be stored', async (t) => {
    const scene = await setScene(t, 3);
    const [, , newest = ''] = scene.pictures;
    const place = thumbnailFile(scene.app, newest);
    scene.db.run("UPDATE pictures SET thumbnail = 'waiting'");
    rmSync(place, { force: true });
    mkdirSync(`${place}/full`, { recursive: true });

    scene.app.thumbnailer.wake();
    await scene.app.thumbnailer.finished();

    assert.deepEqual(scene.settled().toSorted(), [0, 1]);
  });
});
