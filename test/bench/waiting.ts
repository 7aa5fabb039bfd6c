import { Bystander } from './bystander.ts';
import { Child, launchFlags } from './child.ts';
import { type Crowd, chatdCrowd, floorCrowd } from './crowd.ts';
import { type Data, makeData, type Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { median } from './rounds.ts';

const clients = 5000;
const most = 10_000;
const people = 1000;
const repetitions = 9;
const messages = 60;

/** What thousands who wait cost: the last to hear, those who ask for something else meanwhile, and memory. */
export async function waiting(): Promise<Figure[]> {
  const data = makeData({ people, channels: 1, messages: 100 });
  const chatd = await Child.start('chatd', [data.folder], ['--expose-gc', ...launchFlags]);
  const http = await Child.start('http-floor', [], ['--expose-gc']);
  const ours = await Waiting.begin(chatd, data, () => chatdCrowd(chatd, data, clients));
  await http.ask({ body: ours.crowd.body(), holds: true });
  const floor = await Waiting.begin(http, data, () => floorCrowd(http, clients));
  // Round after round, so that whatever else the machine does falls on both alike.
  for (let round = 0; round <= repetitions; round++) for (const one of [ours, floor]) await one.send(round > 0);
  const figures = [toTheLast(ours, floor), toOthers(ours, floor), inMemory(ours, floor), await growth(ours)];
  for (const { crowd } of [ours, floor]) crowd.close();
  figures.push(await held(chatd, data));
  await Promise.all([ours, floor].map((one) => one.others.stop()));
  await Promise.all([chatd, http].map((child) => child.stop()));
  return figures;
}

/** A crowd, somebody else who asks the same server for something, and what both saw. */
class Waiting {
  readonly child: Child;
  readonly crowd: Crowd;
  readonly others: Bystander;
  /** In bytes for each client. */
  readonly memory: number;
  readonly took: number[] = [];

  constructor(child: Child, crowd: Crowd, others: Bystander, memory: number) {
    this.child = child;
    this.crowd = crowd;
    this.others = others;
    this.memory = memory;
  }

  static async begin(child: Child, { people }: Data, open: () => Promise<Crowd>): Promise<Waiting> {
    const before = await memoryOf(child);
    const crowd = await open();
    await crowd.wait();
    const memory = ((await memoryOf(child)) - before) / crowd.size;
    await crowd.send();
    const others = await Bystander.start(child, people[1] as Person);
    return new Waiting(child, crowd, others, memory);
  }

  /** Lets everyone wait and sends a message; notes what was seen, if it counts. */
  async send(counts: boolean): Promise<void> {
    await this.crowd.wait();
    if (!counts) return void (await this.crowd.send());
    this.took.push(await this.others.during(() => this.crowd.send()));
  }
}

function toTheLast(ours: Waiting, floor: Waiting): Figure {
  const took = { ours: median(ours.took), floor: median(floor.took) };
  return {
    name: `the last of ${clients.toLocaleString('en')} waiting polls, ${ours.crowd.body().length} bytes`,
    ours: milliseconds(took.ours),
    floor: milliseconds(took.floor),
    ratio: took.ours / took.floor,
    bar: { atMost: 1.3 },
  };
}

function toOthers(ours: Waiting, floor: Waiting): Figure {
  const slowest = median(ours.others.waits);
  return {
    name: 'the slowest answer to others meanwhile',
    ours: milliseconds(slowest),
    floor: milliseconds(median(floor.others.waits)),
    ratio: slowest,
    bar: { atMost: 30 },
    note: 'the bar is in milliseconds',
  };
}

function inMemory(ours: Waiting, floor: Waiting): Figure {
  return {
    name: 'memory of a waiting client',
    ours: kilobytes(ours.memory),
    floor: kilobytes(floor.memory),
    ratio: ours.memory / 1024,
    bar: { atMost: 24 },
    note: 'the bar is in KB',
  };
}

/** What the memory of a client grows by while it hears of as many messages as a busy channel gets in an hour. */
async function growth({ child, crowd }: Waiting): Promise<Figure> {
  const hear = async () => {
    await crowd.wait();
    await crowd.send();
  };
  await crowd.wait();
  const before = await memoryOf(child);
  await crowd.send();
  for (let count = 0; count < messages; count++) await hear();
  await crowd.wait();
  const grown = ((await memoryOf(child)) - before) / crowd.size;
  await crowd.send();
  return {
    name: `what it grows by with ${messages} messages`,
    ours: kilobytes(grown),
    floor: '',
    ratio: grown / 1024,
    bar: { atMost: 1 },
    note: 'the bar is in KB',
  };
}

async function held(child: Child, data: Data): Promise<Figure> {
  const crowd = await chatdCrowd(child, data, most);
  await crowd.wait();
  const took = await crowd.send();
  crowd.close();
  return {
    name: `the last of ${most.toLocaleString('en')} waiting polls`,
    ours: milliseconds(took),
    floor: '',
    ratio: took,
    bar: { atMost: 2000 },
    note: 'the bar is in milliseconds',
  };
}

async function memoryOf(child: Child): Promise<number> {
  return (await child.ask({ memory: true })).memory ?? 0;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
