// Cuts the power under a loaded server again and again, and looks whether everything it acknowledged is there when it
// is back. The disk is a file of its own with ext4 in it. Needs root, loop devices and a C compiler.
// Prints what it saw. Arguments: how many times; 20 unless named; `normal` for the control, which must lose something.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '../support/client.ts';
import { awaitEffect, createAccount, startProcess } from './server-process.ts';

/** What the cuts did. */
export interface Outcome {
  cuts: number;
  acknowledged: number;
  /** Acknowledged messages that are gone or have other content. */
  lost: number;
}

const senders = 8;
const tools = ['mkfs.ext4', 'mount', 'umount', 'cc'];

export const canCut: boolean =
  process.platform === 'linux' &&
  process.geteuid?.() === 0 &&
  tools.every((tool) => spawnSync('which', [tool]).status === 0) &&
  spawnSync('losetup', ['--find']).status === 0;

/** Cuts the power `rounds` times. With `isControl` the server does not wait for the disk. */
export async function cutPower(rounds: number, isControl: boolean, tell: (line: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-power-'));
  const disk = new Disk(folder);
  const outcome: Outcome = { cuts: 0, acknowledged: 0, lost: 0 };
  try {
    for (let round = 1; round <= rounds; round++) {
      const { acknowledged, lost } = await cutOnce(disk, isControl);
      outcome.cuts++;
      outcome.acknowledged += acknowledged;
      outcome.lost += lost;
      tell(`cut ${round}: ${acknowledged} acknowledged, ${lost} lost`);
    }
    return outcome;
  } finally {
    await disk.unmount();
    rmSync(folder, { recursive: true });
  }
}

const control = { NODE_OPTIONS: `--import ${fileURLToPath(new URL('normal.ts', import.meta.url))}` };

async function cutOnce(disk: Disk, isControl: boolean): Promise<{ acknowledged: number; lost: number }> {
  await disk.format();
  const login = await createAccount(disk.data_dir, 'sender@example.com');
  // What was there before the load is on the disk in every case.
  execFileSync('sync');
  const server = await startProcess(disk.data_dir, isControl ? control : {});
  const client = new Client(server.url, login);
  const acknowledged = new Map<number, string>();
  const sending = { isOn: true };
  const load = Promise.all(
    Array.from({ length: senders }, (_, sender) => sendOn(client, sender, acknowledged, sending)),
  );
  await awaitEffect(load, () => acknowledged.size > 0);
  await wait(randomInt(50, 2200));
  // Nothing that is acknowledged from here on counts: nobody knows on which side of the cut it was.
  sending.isOn = false;
  disk.cut();
  await server.kill();
  await load;
  await disk.mountAgain();
  const back = await startProcess(disk.data_dir);
  try {
    return { acknowledged: acknowledged.size, lost: await countLost(new Client(back.url, login), acknowledged) };
  } finally {
    await back.kill();
  }
}

async function sendOn(client: Client, sender: number, acknowledged: Map<number, string>, sending: { isOn: boolean }) {
  for (let n = 0; ; n++) {
    const content = `${sender}-${n} ${'x'.repeat(randomInt(300))}`.trim();
    const message = { type: 'channel', to: 'general', topic: `topic ${n % 20}`, content };
    const answer = await client.post('/messages', message).catch(() => undefined);
    if (answer?.status !== 200) return;
    if (sending.isOn) acknowledged.set(answer.body.id, content);
  }
}

async function countLost(client: Client, acknowledged: ReadonlyMap<number, string>): Promise<number> {
  const ids = [...acknowledged.keys()];
  let found = 0;
  for (let from = 0; from < ids.length; from += 500) {
    const range = { message_ids: ids.slice(from, from + 500), apply_markdown: false };
    const { body } = await client.get('/messages', range);
    for (const { id, content } of body.messages) if (acknowledged.get(id) === content) found++;
  }
  return ids.length - found;
}

/** A file with a file system in it, whose power can be cut. */
class Disk {
  #image: string;
  #mounted: string;
  #godown: string;
  #isMounted = false;

  constructor(folder: string) {
    this.#image = join(folder, 'disk');
    this.#mounted = join(folder, 'mounted');
    this.#godown = join(folder, 'godown');
    mkdirSync(this.#mounted);
    execFileSync('cc', ['-o', this.#godown, fileURLToPath(new URL('godown.c', import.meta.url))]);
  }

  get data_dir(): string {
    return join(this.#mounted, 'data');
  }

  async format(): Promise<void> {
    await this.unmount();
    execFileSync('truncate', ['--size', '128M', this.#image]);
    execFileSync('mkfs.ext4', ['-q', '-F', this.#image]);
    this.#mount();
  }

  cut(): void {
    execFileSync(this.#godown, [this.#mounted]);
  }

  /** Lets the journal bring the file system in order, as after a start. */
  async mountAgain(): Promise<void> {
    await this.unmount();
    this.#mount();
  }

  /**
   * A server that was killed may have left a command of its own running, which ends soon. Another program that got mounts
   * of its own meanwhile, as browsers do, keeps the file system alive: mounted again, it would still be the cut one.
   */
  async unmount(): Promise<void> {
    for (let tries = 0; this.#isMounted || this.#isInUse(); tries++) {
      if (tries === 600) throw new Error(`${this.#mounted} stays busy`);
      if (this.#isMounted) this.#isMounted = spawnSync('umount', [this.#mounted]).status !== 0;
      if (this.#isMounted || this.#isInUse()) await wait(100);
    }
  }

  #isInUse(): boolean {
    return spawnSync('losetup', ['--associated', this.#image], { encoding: 'utf8' }).stdout !== '';
  }

  #mount(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.#mounted]);
    this.#isMounted = true;
  }
}

if (import.meta.main) {
  if (!canCut) throw new Error('this needs Linux, root, loop devices, mkfs.ext4 and cc');
  const [rounds = 20, mode] = process.argv.slice(2);
  const isControl = mode === 'normal';
  const { cuts, acknowledged, lost } = await cutPower(Number(rounds), isControl, console.log);
  console.log(
    `${cuts} power cuts${isControl ? ' (control)' : ''}, ${acknowledged} messages acknowledged, ${lost} lost`,
  );
  process.exitCode = isControl === lost > 0 ? 0 : 1;
}
