// What only Windows can show: natively, or by wine in the folder of a Debian that CHATD_TEST_WINE names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findNodePackage } from '../../bin/executable/target.ts';
import { privacyCommands } from '../../src/ground/private-path.ts';
import { quoteForCmd } from '../../src/service/words.ts';
import { makePlace } from './place.ts';

const isWindows = process.platform === 'win32';
/** The folder of a Debian 13 with the packages wine and wine64, where /proc is mounted. */
const { CHATD_TEST_WINE: debian = '' } = process.env;
const root = fileURLToPath(new URL('../../', import.meta.url));

function whyNoWindows(): string | false {
  if (isWindows) return false;
  if (debian === '') return 'CHATD_TEST_WINE names no folder of a Debian with wine';
  return process.geteuid?.() !== 0 && 'needs root, to change the root';
}

/** Prints the words that it gets into a file. */
const printer = `import { writeFileSync } from 'node:fs';
writeFileSync('words.json', JSON.stringify(process.argv.slice(2)));
`;

/** Gives cmd.exe the line of a file after /c, as the task scheduler would. */
const starter = `const { readFileSync } = require('node:fs');
const line = readFileSync('line.txt', 'utf8');
const options = { windowsVerbatimArguments: true, stdio: 'ignore' };
require('node:child_process').spawnSync('cmd.exe', ['/d', '/s', '/c', '"' + line + '"'], options);
`;

/** A folder with a name that is hard to quote, and what a program gets that a line of cmd.exe starts there. */
async function makeFolder(t: TestContext) {
  const node = isWindows ? process.execPath : join(await findNodePackage('win32-x64', root), 'bin/node.exe');
  const top = mkdtempSync(join(isWindows ? tmpdir() : join(debian, 'tmp'), 'chatd-'));
  const folder = join(top, "Ünï & co (x) '^");
  mkdirSync(folder);
  copyFileSync(node, join(top, 'node.exe'));
  writeFileSync(join(folder, 'run.mjs'), printer);
  writeFileSync(join(folder, 'start.cjs'), starter);
  const start = isWindows ? startHere(top, folder) : startByWine(t, top, folder);
  t.after(() => rmSync(top, { recursive: true, maxRetries: 5 }));
  return {
    folder,
    wordsOf(line: string): unknown {
      writeFileSync(join(folder, 'line.txt'), line);
      rmSync(join(folder, 'words.json'), { force: true });
      start();
      return JSON.parse(readFileSync(join(folder, 'words.json'), 'utf8'));
    },
  };
}

function startHere(top: string, cwd: string): () => void {
  const env = { ...process.env, PATH: `${top};${process.env.PATH}` };
  return () => spawnSync(process.execPath, ['start.cjs'], { cwd, env });
}

function startByWine(t: TestContext, top: string, folder: string): () => void {
  const inside = top.slice(debian.length);
  const env = {
    ...{ PATH: '/usr/sbin:/usr/bin:/bin', HOME: inside, LANG: 'C.UTF-8', WINEDEBUG: '-all' },
    ...{ WINEPREFIX: `${inside}/wine`, WINEPATH: `Z:${inside.replaceAll('/', '\\')}` },
  };
  t.after(() => spawnSync('chroot', [debian, 'wineserver', '-k', '-w'], { env }));
  // Node.js cannot write to a pipe of wine.
  const script = 'cd "$1" && exec wine ../node.exe start.cjs > ../out 2>&1 < /dev/null';
  return () => spawnSync('chroot', [debian, 'sh', '-c', script, 'sh', folder.slice(debian.length)], { env });
}

describe('cmd.exe', { skip: whyNoWindows(), timeout: 300_000 }, () => {
  it('gives bin/chatd.cmd and bin/node.cmd every word as it was quoted', async (t) => {
    const { folder, wordsOf } = await makeFolder(t);
    for (const name of ['chatd', 'node']) {
      copyFileSync(join(root, `bin/${name}.cmd`), join(folder, `${name}.cmd`));

      const words = wordsOf(`${name}.cmd send "a & b" 50% "caret ^ (x)" "C:\\My data" plain`);
      assert.deepEqual(words, [name, 'send', 'a & b', '50%', 'caret ^ (x)', 'C:\\My data', 'plain']);
    }
  });

  it('starts the command of a task with every word as it is', async (t) => {
    const { wordsOf } = await makeFolder(t);
    const words = ['C:\\My data\\', '50% of %PATH%', 'a & b | c ^ d > e (f)', 'say "hi"', 'Ünï!', ''];

    assert.deepEqual(wordsOf(['node.exe', 'run.mjs', ...words].map(quoteForCmd).join(' ')), words);
  });
});

describe('a data directory on Windows', () => {
  it('gives its owner all rights before it takes those of everybody', () => {
    assert.deepEqual(privacyCommands('C:\\data', true), [
      ['icacls', 'C:\\data', '/inheritance:d'],
      ['icacls', 'C:\\data', '/grant', '*S-1-3-4:(OI)(CI)F'],
      ['icacls', 'C:\\data', '/remove:g', '*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545'],
    ]);
  });

  it('lets other users read nothing of it', { skip: !isWindows && 'not Windows' }, async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    for (const path of ['chatd-data', 'chatd-data/secret.key']) {
      const script = `(Get-Acl -LiteralPath '${place.path(path)}').Sddl`;
      const { stdout } = spawnSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' });
      assert.match(stdout, /^O:/, path);
      assert.doesNotMatch(stdout, /;;;(WD|AU|BU)\)/, path);
    }
  });
});
