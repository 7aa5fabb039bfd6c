import type { Child } from './child.ts';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import type { Data, Person } from './data.ts';

/** Many clients, each with a connection of its own that waits for the next message of one channel. */
export interface Crowd {
  size: number;
  /** Lets everyone wait; resolves once the server holds all of them. */
  wait(): Promise<void>;
  /** Sends a message. Returns the milliseconds until the last waiting client has it. */
  send(): Promise<number>;
  /** The body of the newest answer that somebody got. */
  body(): string;
  close(): void;
}

/** So many clients of the people of some data, each with a queue. */
export async function chatdCrowd(child: Child, { people, channels }: Data, size: number): Promise<Crowd> {
  const sender = people[0] as Person;
  const person = (n: number) => people[n % people.length] as Person;
  const waiting = await connect(child, size);
  const queues = await Promise.all(waiting.map((connection, n) => register(connection, person(n))));
  const content = 'Lunch is ready in the kitchen on the second floor.';
  const message = { type: 'stream', to: channels[0] ?? '', topic: 'topic 1', content };
  let last_event_id = -1;
  const crowd = await makeCrowd(child, waiting, {
    poll: (n) => getRequest(`/api/v1/events?${query({ queue_id: queues[n] ?? '', last_event_id })}`, person(n)),
    send: () => postRequest('/api/v1/messages', sender, message),
    seen(body) {
      last_event_id++;
      if (!body.includes('Lunch')) throw new Error(`a poll was answered without the message: ${body}`);
    },
  });
  await crowd.wait();
  await crowd.send();
  return crowd;
}

/** The same with a bare server, which answers with a body that it was told. */
export async function floorCrowd(child: Child, size: number): Promise<Crowd> {
  const nobody = { email: 'person0@example.com', key: 'x'.repeat(32) };
  const poll = getRequest(`/api/v1/events?${query({ queue_id: 'x'.repeat(36), last_event_id: 10 })}`, nobody);
  const send = postRequest('/api/v1/messages', nobody, { content: 'x'.repeat(100) });
  return makeCrowd(child, await connect(child, size), { poll: () => poll, send: () => send, seen: () => {} });
}

interface Requests {
  poll(n: number): string;
  send(): string;
  seen(body: string): void;
}

async function makeCrowd(child: Child, waiting: readonly Connection[], requests: Requests): Promise<Crowd> {
  const sender = await Connection.open(child.port);
  let answers: Promise<Buffer>[] = [];
  let body = '';
  return {
    size: waiting.length,
    async wait() {
      const before = (await child.ask({})).waiting ?? 0;
      answers = waiting.map((connection, n) => connection.request(requests.poll(n)));
      while (((await child.ask({})).waiting ?? 0) < before + waiting.length);
    },
    async send() {
      const began = performance.now();
      const [, ...received] = await Promise.all([sender.request(requests.send()), ...answers]);
      const took = performance.now() - began;
      body = bodyOf(received.at(-1) as Buffer).toString();
      requests.seen(body);
      return took;
    },
    body: () => body,
    close() {
      for (const connection of [sender, ...waiting]) connection.close();
    },
  };
}

async function connect({ port }: Child, size: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  // A listening socket remembers only so many that knock at once.
  while (connections.length < size) {
    const some = Math.min(1000, size - connections.length);
    connections.push(...(await Promise.all(Array.from({ length: some }, () => Connection.open(port)))));
  }
  return connections;
}

async function register(connection: Connection, person: Person): Promise<string> {
  const request = postRequest('/api/v1/register', person, { event_types: '["message"]' });
  return (JSON.parse(bodyOf(await connection.request(request)).toString()) as { queue_id: string }).queue_id;
}

function query(fields: Record<string, string | number>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]));
}
