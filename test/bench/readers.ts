import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import type { App } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic, findConversation } from '../../src/conversations/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { roles, type User } from '../../src/users/user.ts';
import { residentMegabytes, sendFor, watchMemory } from './beside.ts';
import { Child, launchFlags } from './child.ts';
import { Connection, getRequest } from './connection.ts';
import { makeOrganization, type Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';

const longMessages = 5000;
const longText = 'All of this was written by somebody who had much to say. '.repeat(175);
const pagePath = `/api/v1/messages?anchor=oldest&num_before=0&num_after=${longMessages}`;
const stalledReaders = 200;
/** Each user has so many of the readers. */
const readersEach = 5;
const greedyConnections = 10;
/** For how long others send meanwhile, in milliseconds. */
const duration = 8000;

/** What the largest pages there are cost everybody else: read by nobody, and read without a pause. */
export async function readers(): Promise<Figure[]> {
  const guests: Person[] = [];
  const { folder, person } = makeOrganization(10, (app, users, sender) => fill(app, users, sender, guests));
  const chatd = await Child.start('chatd', [folder], launchFlags);
  await warmUp(chatd, person);
  const alone = await sendFor(chatd.port, person, duration);
  const figures = [
    ...(await measureStalled(chatd, guests, person, alone)),
    await measureGreedy(chatd, guests, person, alone),
  ];
  await chatd.stop();
  return figures;
}

function fill(app: App, users: readonly User[], sender: User, guests: Person[]): void {
  for (let n = 0; n < stalledReaders / readersEach; n++) {
    const email = `guest${n}@example.com`;
    const user = doCreateUser(app, { email, full_name: `Guest ${n}`, role: roles.guest, password_hash: null });
    guests.push({ user, email, key: createApiKey(app, user) });
  }
  const channel = doCreateChannel(app, sender, { name: 'long' });
  doSubscribe(app, channel, [...users, ...guests.map(({ user }) => user)]);
  const conversation = findConversation(app.db, ensureTopic(app.db, channel.id, 'texts').id);
  if (!conversation) throw new Error('a channel without its topic');
  for (let n = 0; n < longMessages; n++) {
    const content = `${n} ${longText}`;
    doSendMessage(app, { sender, conversation, content, client: 'Bench', read_by_sender: true });
  }
}

async function warmUp({ port }: Child, person: Person): Promise<void> {
  const connection = await Connection.open(port);
  for (let n = 0; n < 2; n++) await connection.request(getRequest(pagePath, person));
  connection.close();
  await sendFor(port, person, 1000);
}

async function measureStalled(
  { port, pid }: Child,
  guests: readonly Person[],
  person: Person,
  alone: number,
): Promise<Figure[]> {
  const before = residentMegabytes(pid);
  const sockets: Socket[] = [];
  for (let n = 0; n < stalledReaders; n++) sockets.push(stall(port, guests[n % guests.length] as Person));
  const { result: slowest, most } = await watchMemory(pid, () => sendFor(port, person, duration));
  for (const socket of sockets) socket.destroy();
  return [
    {
      name: `memory for ${stalledReaders} readers that stall`,
      ours: `${Math.round(most - before)} MB`,
      floor: '',
      ratio: most - before,
      bar: { atMost: 64 },
      note: `most resident memory in ${duration / 1000} s beside ${Math.round(before)} MB; pages of 5,000 messages of 10 kB`,
    },
    sending('sends beside readers that stall, p99', slowest, alone),
  ];
}

async function measureGreedy(
  { port }: Child,
  guests: readonly Person[],
  person: Person,
  alone: number,
): Promise<Figure> {
  const [guest] = guests;
  if (!guest) throw new Error('nobody is greedy');
  const readers = Array.from({ length: greedyConnections }, () => devour(port, guest));
  const slowest = await sendFor(port, person, duration);
  const bytes = readers.reduce((sum, reader) => sum + reader.bytes, 0);
  for (const { stop } of readers) stop();
  const figure = sending('sends beside a greedy guest, p99', slowest, alone);
  return { ...figure, note: `${figure.note}; the guest read ${Math.round(bytes / 1e6)} MB` };
}

/** A reader that asks for pages, one after the other, and reads them as fast as they come, until it is told to stop. */
function devour(port: number, guest: Person): { bytes: number; stop: () => void } {
  let isOver = false;
  const reader = {
    bytes: 0,
    stop() {
      isOver = true;
    },
  };
  const read = async () => {
    while (!isOver) {
      const connection = await Connection.open(port);
      // A user for whom too much waits is refused.
      const answer = await connection.request(getRequest(pagePath, guest)).catch(() => wait(20));
      reader.bytes += answer?.length ?? 0;
      connection.close();
    }
  };
  void read();
  return reader;
}

/** A reader that asks for a page and reads nothing of it. */
function stall(port: number, guest: Person): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(getRequest(pagePath, guest));
  return socket;
}

function sending(name: string, slowest: number, alone: number): Figure {
  return {
    name,
    ours: milliseconds(slowest),
    floor: milliseconds(alone),
    ratio: slowest,
    bar: { atMost: 100 },
    note: 'the bar is in milliseconds; the floor is the same with nobody else there',
  };
}
