import { createReadStream, globSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TestContext } from 'node:test';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import type { App } from '../../src/app.ts';
import { exportZulip } from '../../src/export/zulip/zulip-export.ts';
import { makeFolder } from '../import/scene.ts';

const now = Date.UTC(2026, 10, 23) / 1000;

/** Unpacks an archive of Zulip's form; returns the folder with realm.json. */
export async function unpack(t: TestContext, file: string): Promise<string> {
  const folder = join(makeFolder(t), 'unpacked');
  await pipeline(createReadStream(file), createGunzip(), unpackTar(folder));
  const [marker = ''] = globSync(join(folder, '*/realm.json'));
  return join(marker, '..');
}

/** Exports in Zulip's form; returns the file, the folder with its contents, and what was said. */
export async function exportForZulip(t: TestContext, app: App) {
  const file = join(makeFolder(t), 'export.tar.gz');
  const said = await exportZulip({ data_dir: app.config.data_dir, file, now });
  return { file, said, folder: await unpack(t, file) };
}
