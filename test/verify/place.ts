import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { send, subscribe } from '../support/scene.ts';
import { searchOptions, temporaryFile } from '../support/search.ts';
import { startServer, type TestServer } from '../support/server.ts';

export interface Place extends TestServer {
  /** The data directory. */
  folder: string;
  search: IndexedSearch;
}

/** A server on a data directory with messages, an index of them, and files. */
export async function startInFolder(t: TestContext): Promise<Place> {
  const file = temporaryFile(t);
  const server = await startServer(t, file);
  const folder = dirname(file);
  server.app.config.data_dir = folder;
  writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32, 7));
  await subscribe(server.as('alice'), 'general', { principals: [server.users.alice.id, server.users.bob.id] });
  for (const content of ['Grüße, äöü!', 'hostna.example.com: 42', '你好，世界', 'A poll, `code` & $$x^2$$']) {
    await send(server.as('alice'), { to: 'general', content });
  }
  await send(server.as('alice'), { to: [server.users.bob.id], type: 'direct', topic: undefined });
  await uploadFile(server.as('alice'), 'Buy tea');
  await uploadFile(server.as('alice'), png(), 'photo.png');
  await server.app.thumbnailer.finished();
  const search = new IndexedSearch(searchOptions(file));
  t.after(() => search.close());
  while (search.step(100));
  return { ...server, folder, search };
}
