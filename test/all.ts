// What `npm test` runs, without a shell of any one system: the checks beside the build, and then the tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/chatd') };

const outcomes = await Promise.all([runScript('check'), runScript('build')]);
process.exitCode = outcomes.every(Boolean)
  ? Number(!(await succeeds(spawn(process.execPath, ['test/run.ts'], { cwd: root, env, stdio: 'inherit' }))))
  : 1;

/** On Windows, npm is a script of cmd. */
function runScript(name: string): Promise<boolean> {
  return succeeds(spawn(`npm run --silent ${name}`, { cwd: root, shell: true, stdio: 'inherit' }));
}

async function succeeds(child: ReturnType<typeof spawn>): Promise<boolean> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
