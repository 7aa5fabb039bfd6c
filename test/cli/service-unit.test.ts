import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is missing';

/** The file that the README has for systemd. */
function unitOfReadme(): string {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  return /^```ini\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
}

/** The root of a machine with nothing but this unit and what it names. */
function makeRoot(t: TestContext, unit: string): string {
  const root = mkdtempSync(join(tmpdir(), 'chatd-unit-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['etc/systemd/system', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync('/bin/true', join(root, 'usr/local/bin/chatd'));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nchatd:x:990:990::/:/bin/false\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nchatd:x:990:\n');
  for (const name of ['sysinit', 'basic', 'shutdown', 'multi-user']) {
    writeFileSync(join(root, `etc/systemd/system/${name}.target`), '[Unit]\n');
  }
  writeFileSync(join(root, 'etc/systemd/system/chatd.service'), unit);
  return root;
}

function analyze(root: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, `--root=${root}`], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe('the systemd unit of the README', { skip }, () => {
  it('is understood by systemd, every line of it', (t) => {
    const root = makeRoot(t, unitOfReadme());

    assert.deepEqual(analyze(root, 'verify', '/etc/systemd/system/chatd.service'), { status: 0, said: '' });
  });

  it('lets the server do so little that systemd rates it at 2.0 of 10 at most', (t) => {
    const root = makeRoot(t, unitOfReadme());

    const { status, said } = analyze(root, 'security', '--offline=true', '--threshold=20', 'chatd.service');

    assert.equal(status, 0, said);
  });
});
