import { Child } from './child.ts';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import { type Data, makeData, type Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

const polls = 1000;
const repetitions = 15;

/** A thousand clients, each with a connection that waits for the next message of one channel. */
interface Crowd {
  /** Lets everyone wait, sends, and returns the milliseconds until the last has the message. */
  send(): Promise<number>;
}

/**
 * From the sending of a message until the last of a thousand waiting clients has it. The floor is bare node:http
 * ending as many held responses of the same bytes.
 */
export async function lastPoll(): Promise<Figure[]> {
  const data = makeData({ people: 100, channels: 1, messages: 100 });
  const chatd = await Child.start('chatd', [data.folder]);
  const http = await Child.start('http-floor');
  const { crowd, body } = await chatdCrowd(chatd, data);
  await http.ask({ body, holds: true });
  const floor = await floorCrowd(http);
  const took = await alternate(repetitions, { ours: () => crowd.send(), floor: () => floor.send() });
  await Promise.all([chatd, http].map((child) => child.stop()));
  return [
    {
      name: `the last of ${polls} waiting polls, ${body.length} bytes`,
      ours: milliseconds(took.ours),
      floor: milliseconds(took.floor),
      ratio: took.ours / took.floor,
      bar: { atMost: 1.5 },
    },
  ];
}

async function chatdCrowd(child: Child, { people, channels }: Data): Promise<{ crowd: Crowd; body: string }> {
  const sender = people[0] as Person;
  const waiting = await connect(child);
  const queues = await Promise.all(waiting.map((connection, n) => register(connection, people[n % people.length])));
  const send = () =>
    postRequest('/api/v1/messages', sender, {
      type: 'stream',
      to: channels[0] ?? '',
      topic: 'topic 1',
      content: 'Lunch is ready in the kitchen on the second floor.',
    });
  let last_event_id = -1;
  const poll = (n: number) => {
    const query = new URLSearchParams({ queue_id: queues[n] ?? '', last_event_id: String(last_event_id) });
    return getRequest(`/api/v1/events?${query}`, people[n % people.length] as Person);
  };
  let body = '';
  const crowd = await makeCrowd(child, waiting, poll, send, (answer) => {
    last_event_id++;
    body = bodyOf(answer).toString();
    if (!body.includes('Lunch')) throw new Error(`a poll was answered without the message: ${body}`);
  });
  await crowd.send();
  return { crowd, body };
}

async function floorCrowd(child: Child): Promise<Crowd> {
  const nobody = { email: 'person0@example.com', key: 'x'.repeat(32) };
  const poll = () => getRequest(`/api/v1/events?queue_id=${'x'.repeat(36)}&last_event_id=10`, nobody);
  const send = () => postRequest('/api/v1/messages', nobody, { content: 'x'.repeat(100) });
  return makeCrowd(child, await connect(child), poll, send, () => {});
}

async function makeCrowd(
  child: Child,
  waiting: readonly Connection[],
  poll: (n: number) => string,
  send: () => string,
  seen: (answer: Buffer) => void,
): Promise<Crowd> {
  const sender = await Connection.open(child.port);
  return {
    async send() {
      const before = (await child.ask({})).requests ?? 0;
      const answers = waiting.map((connection, n) => connection.request(poll(n)));
      while (((await child.ask({})).requests ?? 0) < before + polls);
      const began = performance.now();
      const [, ...received] = await Promise.all([sender.request(send()), ...answers]);
      const took = performance.now() - began;
      seen(received.at(-1) as Buffer);
      return took;
    },
  };
}

function connect({ port }: Child): Promise<Connection[]> {
  return Promise.all(Array.from({ length: polls }, () => Connection.open(port)));
}

async function register(connection: Connection, person: Person | undefined): Promise<string> {
  const request = postRequest('/api/v1/register', person as Person, { event_types: '["message"]' });
  return (JSON.parse(bodyOf(await connection.request(request)).toString()) as { queue_id: string }).queue_id;
}
