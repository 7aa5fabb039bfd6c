import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { findNodePackage, nameHere, parseTarget } from '../../bin/executable/target.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('parseTarget', () => {
  it('knows the systems that npm has a Node.js for', () => {
    const names = ['linux-x64', 'linux-arm64', 'macos-x64', 'macos-arm64', 'windows-x64'];

    const targets = names.map((name) => parseTarget(name, root));

    assert.deepEqual(targets[3], {
      name: 'macos-arm64',
      platform: 'darwin',
      packagerPlatform: 'macos',
      arch: 'arm64',
      node: 'darwin-arm64',
      addon: 'darwin-arm64.node',
      program: 'chatd',
    });
    assert.equal(targets[4]?.program, 'chatd.exe');
    for (const { addon } of targets) {
      assert.ok(existsSync(join(root, 'node_modules/better-sqlite3/prebuilds', addon)), addon);
    }
  });

  it('knows another system only as that of this machine', () => {
    const { node, addon } = parseTarget('linux-x64-musl', root, 'linux-x64-musl');

    assert.deepEqual([node, addon], [undefined, 'linuxmusl-x64.node']);
    assert.throws(
      () => parseTarget('linux-x64-musl', root, 'linux-x64'),
      /no target linux-x64-musl on this system, only/,
    );
    assert.throws(
      () => parseTarget('', root),
      /there is no target {2}on this system, only linux-x64, linux-arm64, macos/,
    );
    assert.doesNotThrow(() => parseTarget(nameHere(), root));
  });
});

describe('findNodePackage', () => {
  it('unpacks what has the checksum of the lockfile', async (t) => {
    const { folder, archive } = await checkoutWith(t, (content) => hash('sha512', content, 'base64'));

    const found = await findNodePackage('os-cpu', folder);

    assert.equal(readFileSync(join(found, 'bin/node'), 'utf8'), 'a program');
    assert.deepEqual(readdirSync(found).sort(), ['LICENSE', 'bin', 'package.json']);
    assert.ok(existsSync(archive));
  });

  it('refuses and deletes any other bytes', async (t) => {
    const { folder, archive } = await checkoutWith(t, () => 'other');

    await assert.rejects(
      findNodePackage('os-cpu', folder),
      /has the checksum sha512-.*, and not sha512-other, that of pack/,
    );
    assert.ok(!existsSync(archive));
  });
});

/** A checkout that has fetched a package. */
async function checkoutWith(t: TestContext, checksum: (content: Buffer) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-target-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = ['bin/node', 'LICENSE', 'package.json', 'include/node.h'];
  const tar = packTar(files.map((file) => ({ type: 'content', content: 'a program', target: `package/${file}` })));
  const content = gzipSync(await buffer(tar));
  const cache = join(folder, 'node_modules/.cache/chatd-node');
  const archive = join(cache, 'node-os-cpu-1.0.0.tgz');
  for (const one of [cache, join(folder, 'bin')]) mkdirSync(one, { recursive: true });
  writeFileSync(archive, content);
  writeFileSync(join(folder, 'bin/node-packages.json'), '{"os-cpu":"node-os-cpu"}');
  const entry = { version: '1.0.0', integrity: `sha512-${checksum(content)}` };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/node-os-cpu': entry } }));
  return { folder, archive };
}
