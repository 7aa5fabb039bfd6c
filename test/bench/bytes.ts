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
import { sendFor, watchMemory } from './beside.ts';
import { Child, launchFlags } from './child.ts';
import { Connection, getRequest, postRequest } from './connection.ts';
import { makeOrganization, type Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';

const messages = 249;
/** The longest HTML that a message may have. */
const longest = '😀'.repeat(9980);
const stalledPages = 63;
/** For how long others send meanwhile, in milliseconds. */
const duration = 15_000;

/** What one guest and one member cost everybody else who ask for the most bytes, in every way at once. */
export async function bytes(): Promise<Figure[]> {
  const attackers: Person[] = [];
  const { folder, person } = makeOrganization(10, (app, users, sender) => fill(app, users, sender, attackers));
  const chatd = await Child.start('chatd', [folder], launchFlags);
  const { port, pid } = chatd;
  for (const attacker of attackers) await fillLists(port, attacker);
  const alone = await sendFor(port, person, 3000);
  const { result: slowest, most } = await watchMemory(pid, () => besideAttack(port, attackers, person));
  await chatd.stop();
  return [
    {
      name: 'sends beside the largest answers, p99',
      ours: milliseconds(slowest.p99),
      floor: milliseconds(alone),
      ratio: slowest.p99,
      bar: { atMost: 200 },
      note: `the bar is in milliseconds; of the others' requests ${slowest.counts.answered} were answered, ${slowest.counts.refused} refused`,
    },
    {
      name: 'memory beside the largest answers',
      ours: `${Math.round(most)} MB`,
      floor: '',
      ratio: most,
      bar: { atMost: 400 },
      note: `most resident memory in ${duration / 1000} s`,
    },
  ];
}

function fill(app: App, users: readonly User[], sender: User, attackers: Person[]): void {
  for (const role of [roles.guest, roles.member]) {
    const email = `attacker${role}@example.com`;
    const user = doCreateUser(app, { email, full_name: `Attacker ${role}`, role, password_hash: null });
    attackers.push({ user, email, key: createApiKey(app, user) });
  }
  const channel = doCreateChannel(app, sender, { name: 'long' });
  doSubscribe(app, channel, [...users, ...attackers.map(({ user }) => user)]);
  const conversation = findConversation(app.db, ensureTopic(app.db, channel.id, 'texts').id);
  if (!conversation) throw new Error('a channel without its topic');
  for (let n = 0; n < messages; n++) {
    const content = `soup ${longest}`;
    doSendMessage(app, { sender, conversation, content, client: 'Bench', read_by_sender: true });
  }
}

/** Fills the lists of a user as far as the server lets them. */
async function fillLists(port: number, person: Person): Promise<void> {
  const draft = { type: '', to: [], topic: '', content: longest };
  const later = String(Math.floor(Date.now() / 1000) + 86_400);
  const to = JSON.stringify([person.user.id]);
  const plan = { type: 'direct', to, scheduled_delivery_timestamp: later };
  await fillList(port, postRequest('/api/v1/drafts', person, { drafts: JSON.stringify([draft]) }));
  await fillList(port, postRequest('/api/v1/saved_snippets', person, { title: 'soup', content: longest }));
  await fillList(port, postRequest('/api/v1/scheduled_messages', person, { ...plan, content: longest }));
  await fillList(
    port,
    postRequest('/api/v1/reminders', person, { message_id: '1', scheduled_delivery_timestamp: later }),
  );
}

async function fillList(port: number, request: string): Promise<void> {
  for (let isRefused = false; !isRefused; ) {
    const connection = await Connection.open(port);
    isRefused = await connection.request(request).then(
      () => false,
      () => true,
    );
    connection.close();
  }
}

interface Counts {
  answered: number;
  refused: number;
}

async function besideAttack(
  port: number,
  attackers: readonly Person[],
  person: Person,
): Promise<{ p99: number; counts: Counts }> {
  const counts: Counts = { answered: 0, refused: 0 };
  const sockets: Socket[] = [];
  let isOver = false;
  const asking = attackers.flatMap((attacker) =>
    waysOf(attacker).map(async (request) => {
      for (let n = 0; !isOver; n++) await ask(port, request(n), counts);
    }),
  );
  for (let n = 0; n < stalledPages; n++) sockets.push(stall(port, attackers[n % attackers.length] as Person));
  const p99 = await sendFor(port, person, duration);
  isOver = true;
  await Promise.all(asking);
  for (const socket of sockets) socket.destroy();
  return { p99, counts };
}

/** The requests of one user, each sent again and again. */
function waysOf(person: Person): ((n: number) => string)[] {
  const around = 'num_before=124&num_after=124';
  const narrow = encodeURIComponent(JSON.stringify([{ operator: 'search', operand: 'soup' }]));
  return [
    (n) => getRequest(`/api/v1/messages?anchor=${1 + ((n * 37) % messages)}&${around}`, person),
    (n) => getRequest(`/api/v1/messages?anchor=${1 + ((n * 53) % messages)}&${around}&narrow=${narrow}`, person),
    (n) => getRequest(n % 2 === 0 ? '/api/v1/drafts' : '/api/v1/saved_snippets', person),
    () => postRequest('/api/v1/register', person, {}),
    () => getRequest('/', person),
  ];
}

async function ask(port: number, request: string, counts: Counts): Promise<void> {
  const connection = await Connection.open(port);
  try {
    await connection.request(request);
    counts.answered++;
  } catch {
    counts.refused++;
    await wait(20);
  }
  connection.close();
}

/** Asks for the page of the web client and reads nothing of it. */
function stall(port: number, person: Person): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(getRequest('/', person));
  return socket;
}
