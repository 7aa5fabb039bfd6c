import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How a program ended, and all that it wrote. */
export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** In milliseconds: a busy machine boots slowly. */
const patience = 120_000;

/** Why no container can be booted here; false where one can. */
export function whyNoContainer(): string | false {
  if (process.geteuid?.() !== 0) return 'needs root, to boot a container';
  for (const program of ['systemd-nspawn', 'nsenter', 'setpriv']) {
    if (spawnSync(program, ['--version']).error) return `${program} is not installed`;
  }
  const root = makeRoot();
  try {
    const { status, stderr } = spawnSync('systemd-nspawn', [...optionsFor(root), '/bin/true'], { encoding: 'utf8' });
    return status !== 0 && `systemd-nspawn starts no container here: ${stderr.trim().replaceAll('\n', '; ')}`;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/**
 * The folder of a container that is not booted yet, with these users and a group for each, by their ids. /usr will be that
 * of this machine.
 */
export function makeRoot(users: Readonly<Record<string, number>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'chatd-container-'));
  // The users of the container go through it.
  chmodSync(root, 0o755);
  for (const folder of ['dev', 'etc', 'proc', 'run', 'sys', 'tmp', 'usr/lib', 'var/lib']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const isLink = lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink) symlinkSync(`usr/${name}`, join(root, name));
  }
  // Without it systemd starts what nobody enabled.
  writeFileSync(join(root, 'etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`);
  // D-Bus does not start without its user.
  const all = Object.entries({ root: 0, messagebus: 101, ...users });
  writeFileSync(join(root, 'etc/passwd'), all.map(([name, id]) => `${name}:x:${id}:${id}::/:/bin/false\n`).join(''));
  writeFileSync(join(root, 'etc/group'), all.map(([name, id]) => `${name}:x:${id}:\n`).join(''));
  // By this one systemd tells the folder of a system from others.
  copyFileSync('/usr/lib/os-release', join(root, 'usr/lib/os-release'));
  return root;
}

/** Its network has no other machine; `program` stands in place of all programs in /usr/local/bin. */
function optionsFor(root: string, program?: string): string[] {
  const own = ['--quiet', '--register=no', '--keep-unit', '--console=pipe', '--private-network', '--link-journal=no'];
  const local = program === undefined ? [] : ['--tmpfs=/usr/local/bin', `--bind-ro=${program}:/usr/local/bin/chatd`];
  return [...own, `--directory=${root}`, '--bind-ro=/usr', ...local];
}

/** A machine of its own, where systemd runs. */
export class Container {
  /** Where its files are here. */
  readonly root: string;
  readonly #nspawn: ChildProcess;
  #said = '';

  /** Boots the folder of a container, where `program` is /usr/local/bin/chatd. Rejects unless it comes up. */
  static async boot(root: string, program: string): Promise<Container> {
    const container = new Container(root, program);
    try {
      await container.#comesUp();
      return container;
    } catch (error) {
      await container.end();
      throw error;
    }
  }

  private constructor(root: string, program: string) {
    this.root = root;
    // The kernel ends it with this process, however that ends.
    const nspawn = ['--pdeathsig', 'KILL', 'systemd-nspawn', ...optionsFor(root, program), '--boot'];
    this.#nspawn = spawn('setpriv', [...nspawn, 'systemd.unit=multi-user.target'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#nspawn.stdout, this.#nspawn.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said += chunk;
      });
    }
  }

  async #comesUp(): Promise<void> {
    const late = performance.now() + patience;
    while (!/^(running|degraded)$/m.test((await this.run('systemctl', 'is-system-running')).stdout)) {
      if (!this.#isRunning || performance.now() > late) throw new Error(`no boot:\n${this.#said}`);
      await setTimeout(100);
    }
  }

  /** Runs a program of the container to its end. */
  run(program: string, ...args: readonly string[]): Promise<Ended> {
    return this.#enter(['--all', '--root', '--wd'], program, args);
  }

  /** The same, as a user and group with this id. */
  runAs(id: number, program: string, ...args: readonly string[]): Promise<Ended> {
    return this.#enter(['--all', '--root', '--wd', '--setuid', `${id}`, '--setgid', `${id}`], program, args);
  }

  /** Runs a program of this machine that has the network of the container. */
  runInNetwork(program: string, ...args: readonly string[]): Promise<Ended> {
    return this.#enter(['--net'], program, args);
  }

  #enter(options: readonly string[], program: string, args: readonly string[]): Promise<Ended> {
    const all = ['--target', String(this.#systemd()), ...options, program, ...args];
    return new Promise((resolve) => {
      execFile('nsenter', all, { timeout: patience }, (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : Number(error !== null), stdout, stderr });
      });
    });
  }

  /** The process id of its systemd here; 0 while there is none. */
  #systemd(): number {
    const { pid } = this.#nspawn;
    try {
      return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1));
    } catch {
      return 0;
    }
  }

  /** Ends all that runs in it, and deletes its folder. */
  async end(): Promise<void> {
    if (this.#isRunning) {
      const isOver = once(this.#nspawn, 'exit');
      // With its systemd the kernel ends all that systemd started.
      process.kill(this.#systemd() || (this.#nspawn.pid as number), 'SIGKILL');
      await isOver;
    }
    rmSync(this.root, { recursive: true });
  }

  get #isRunning(): boolean {
    return this.#nspawn.exitCode === null && this.#nspawn.signalCode === null;
  }
}
