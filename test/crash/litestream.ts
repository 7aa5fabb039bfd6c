// Litestream, which copies a database while a server writes to it: https://litestream.io, built from its Go module.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = 'v0.5.18';
const folder = fileURLToPath(new URL(`../../node_modules/.cache/litestream-${version}`, import.meta.url));

/** Its program: `CHATD_TEST_LITESTREAM`, or the one that was built here; undefined before that. */
export function findLitestream(): string | undefined {
  const program = process.env.CHATD_TEST_LITESTREAM ?? join(folder, 'litestream');
  return existsSync(program) ? program : undefined;
}

/** Builds it unless it is there, which takes some minutes the first time. Throws where Go is missing. */
export function buildLitestream(): string {
  const found = findLitestream();
  if (found) return found;
  if (spawnSync('go', ['version']).status !== 0) throw new Error('Litestream is built with Go, which is missing');
  const module = `github.com/benbjohnson/litestream/cmd/litestream@${version}`;
  execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: folder }, stdio: 'inherit' });
  return join(folder, 'litestream');
}

/** Copies a database into a folder until it is killed; `interval` is in milliseconds. */
export function replicate(
  program: string,
  paths: { database: string; replica: string; config: string },
  interval: number,
) {
  const { database, replica, config } = paths;
  const settings = {
    dbs: [
      {
        path: database,
        'monitor-interval': `${interval / 2}ms`,
        replica: { type: 'file', path: replica, 'sync-interval': `${interval / 2}ms` },
      },
    ],
  };
  // JSON is YAML too.
  writeFileSync(config, JSON.stringify(settings));
  return new Replication(spawn(program, ['replicate', '-config', config], { stdio: ['ignore', 'ignore', 'pipe'] }));
}

/** A running Litestream. */
export class Replication {
  #process: ChildProcess;
  #said = '';
  #gone: Promise<unknown>;

  constructor(process: ChildProcess) {
    this.#process = process;
    this.#gone = once(process, 'exit');
    process.stderr?.on('data', (text) => {
      this.#said += text;
    });
  }

  /** Its errors so far. */
  get errors(): string[] {
    return this.#said.split('\n').filter((line) => /level=(ERROR|WARN)/.test(line));
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#gone;
  }
}

/** Writes the newest copy to a new file. */
export function restore(program: string, replica: string, file: string): void {
  execFileSync(program, ['restore', '-o', file, `file://${replica}`], { stdio: 'pipe' });
}

if (import.meta.main) buildLitestream();
