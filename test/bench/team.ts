import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Data, Person } from './data.ts';

type Fields = Record<string, unknown>;

/** A team at work, and whoever else knocks at its server. What it does is new each time: other words, names and keys. */
export class Team {
  #url: string;
  #port: number;
  #data: Data;
  #count = 0;
  #message_ids: number[] = [];
  #stuck: Socket[] = [];
  #webhookKey = '';
  requests = 0;

  constructor(port: number, data: Data) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#data = data;
  }

  /** Bots, a linkifier, and somebody whose phone the push service will not reach. */
  async begin(): Promise<void> {
    const owner = this.#person(0);
    const incoming = { full_name: 'Build', short_name: 'build', bot_type: 2 };
    this.#webhookKey = String((await this.#ask(owner, 'POST', '/bots', incoming)).api_key);
    const outgoing = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: 'http://127.0.0.1:9/' };
    const { user_id } = await this.#ask(owner, 'POST', '/bots', outgoing);
    await this.#ask(owner, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'channel 0' }],
      principals: [user_id],
    });
    await this.#ask(owner, 'POST', '/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://bugs.example/{id}',
    });
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16) };
    await this.#ask(this.#person(3), 'POST', '/users/me/web_push_subscription', {
      endpoint: 'https://127.0.0.1:9/phone',
      p256dh: keys.p256dh,
      auth: keys.auth.toString('base64url'),
    });
  }

  /** Asks for more different things than any cache keeps. */
  async fill(): Promise<void> {
    for (let page = 0; page < 5; page++) {
      for (const apply_markdown of [true, false]) {
        const fields = { anchor: page * 5000, num_before: 0, num_after: 5000, apply_markdown };
        await this.#ask(this.#person(1), 'GET', '/messages', fields);
      }
    }
    for (let n = 0; n < 10_100; n++) await this.#intrude();
    for (const person of this.#data.people) await this.#look(person);
  }

  /** What happens within a minute. */
  async minute(): Promise<void> {
    const n = this.#count++;
    for (let part = 0; part < 4; part++) await this.#write(4 * n + part);
    await this.#connectAndVanish(n);
    await this.#read(n);
    await this.#keep(n);
    await this.#uploadHalf(n);
    await this.#mistake(n);
    await this.#intrude();
    if (n % 10 === 0) await this.#rarely(n);
  }

  /** Whoever hung on to a connection lets go. */
  leave(): void {
    for (const socket of this.#stuck.splice(0)) socket.destroy();
  }

  async #write(n: number): Promise<void> {
    const person = this.#person(n);
    const call = n % 16 === 0 ? '@**Person 3** @**Echo** ' : '';
    const content = `${call}Message ${randomUUID()} about #${n} and **${word()}** ${'lorem ipsum '.repeat(n % 30)}`;
    const place = { type: 'stream', to: `channel ${n % 5}`, topic: `topic ${n % 50 === 0 ? word() : n % 10}` };
    const { id } = await this.#ask(person, 'POST', '/messages', { ...place, content });
    this.#message_ids = [...this.#message_ids.slice(-100), Number(id)];
    await this.#ask(person, 'POST', '/messages', { type: 'direct', to: [this.#person(n + 1).user.id], content });
    await this.#ask(person, 'POST', '/typing', { op: 'start', to: [this.#person(n + 2).user.id] });
    await this.#ask(person, 'PATCH', `/messages/${id}`, { content: `${content} ${word()}` });
    if (n % 5 === 0) await this.#ask(person, 'PATCH', `/messages/${id}`, { topic: `moved ${n % 7}` });
    for (const op of ['add', 'remove']) {
      await this.#ask(person, 'POST', '/messages/flags', { messages: this.#message_ids, op, flag: 'starred' });
    }
    await this.#ask(person, 'POST', '/messages/flags', { messages: this.#message_ids, op: 'add', flag: 'read' });
    await this.#ask(this.#person(n + 5), 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await this.#ask(this.#person(n + 5), 'POST', '/users/me/presence', { status: 'active' });
  }

  /** An app that says good-bye, a phone that does not, and one that loses its connection while it waits. */
  async #connectAndVanish(n: number): Promise<void> {
    const person = this.#person(n);
    const kept = await this.#ask(person, 'POST', '/register', { all_public_streams: n % 2 === 0 });
    await this.#ask(this.#person(n + 1), 'POST', '/register', {
      event_types: ['message'],
      narrow: [['stream', word()]],
    });
    await this.#write(n);
    const { queue_id } = kept;
    await this.#ask(person, 'GET', '/events', { queue_id, last_event_id: -1 });
    const lost = await this.#ask(this.#person(n + 2), 'POST', '/register', { event_types: ['drafts'] });
    const wait = `/api/v1/events?queue_id=${lost.queue_id}&last_event_id=-1`;
    const poll = await this.#open(`GET ${wait} HTTP/1.1\r\n${this.#headers(this.#person(n + 2))}\r\n`);
    if (n % 2 === 0) await this.#ask(person, 'DELETE', '/events', { queue_id });
    if (n % 3 === 0) this.#stuck.push(poll);
    else poll.destroy();
    // One begins a request, another does not read the answer to one.
    const half = await this.#open('GET /api/v1/messages HTTP/1.1\r\nHost:');
    const page = '/api/v1/messages?anchor=oldest&num_before=0&num_after=4000';
    const deaf = await this.#open(`GET ${page} HTTP/1.1\r\n${this.#headers(person)}\r\n`);
    this.#stuck.push(half, deaf.pause());
  }

  async #read(n: number): Promise<void> {
    const person = this.#person(n * 3);
    const page = { anchor: 'newest', num_before: 50 + (n % 50), num_after: 0 };
    const narrows = [
      [],
      [['channel', `channel ${n % 5}`]],
      [
        ['channel', `channel ${n % 5}`],
        ['topic', word()],
      ],
      [['dm', this.#person(n).email]],
      [
        ['sender', this.#person(n).email],
        ['is', 'starred'],
      ],
      [['search', `${word()} ${word()}`]],
      [
        ['search', `deploy web-${n % 9}`],
        ['has', 'link'],
      ],
      Array.from({ length: 1 + (n % 40) }, (_, term) => ['search', `${word()}${term}`]),
      [['is', 'unread']],
    ];
    for (const narrow of narrows) await this.#ask(person, 'GET', '/messages', { ...page, narrow });
    await this.#ask(person, 'GET', '/users/me/subscriptions', {});
    await this.#ask(person, 'GET', '/users', {});
    await this.#ask(person, 'POST', '/messages/render', { content: `\`\`\`${word()}\n${word()}\n\`\`\` $$x_{${n}}$$` });
    await this.#look(person);
    await this.#fetch('GET', `/${word()}`);
  }

  /** What people keep for later. */
  async #keep(n: number): Promise<void> {
    const person = this.#person(n);
    const to = [this.#person(n + 1).user.id];
    const draft = { type: 'private', to, topic: '', content: word() };
    const { ids } = (await this.#ask(person, 'POST', '/drafts', { drafts: [draft] })) as { ids: number[] };
    await this.#ask(person, 'DELETE', `/drafts/${ids[0]}`, {});
    const later = { type: 'direct', to, content: word(), scheduled_delivery_timestamp: 4_000_000_000 };
    const { scheduled_message_id } = await this.#ask(person, 'POST', '/scheduled_messages', later);
    await this.#ask(person, 'DELETE', `/scheduled_messages/${scheduled_message_id}`, {});
    await this.#ask(person, 'POST', '/users/me/status', { status_text: word() });
    await this.#upload(person, randomBytes(10_000), `${word()}.bin`);
  }

  async #upload(person: Person, bytes: Buffer<ArrayBuffer>, name: string): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    await this.#fetch('POST', '/api/v1/user_uploads', { Authorization: basic(person) }, form);
  }

  async #uploadHalf(n: number): Promise<void> {
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n';
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="half.bin"\r\n\r\n';
    const head = `POST /api/v1/user_uploads HTTP/1.1\r\n${this.#headers(this.#person(n))}${type}\r\n${part}`;
    const socket = await this.#open(head + 'x'.repeat(100_000));
    if (n % 3 === 0) this.#stuck.push(socket);
    else socket.destroy();
  }

  async #mistake(n: number): Promise<void> {
    const headers = { Authorization: basic(this.#person(n)), 'User-Agent': `${word()}/1.0` };
    await this.#fetch('GET', `/api/v1/get_stream_id?stream=${word()}`, headers);
    await this.#fetch('GET', `/api/v1/${word()}`, headers);
    await this.#fetch('GET', '/api/v1/messages?narrow=%5B', headers);
    await this.#fetch('POST', '/api/v1/messages', { ...headers, 'Content-Type': 'application/json' }, `{"${word()}`);
    await this.#fetch('GET', `/api/v1/events?queue_id=${word()}&last_event_id=-1`, headers);
  }

  /** Somebody without an account. */
  async #intrude(): Promise<void> {
    const key = randomBytes(16).toString('hex');
    const login = { email: `${word()}@example.com`, key };
    await this.#fetch('GET', '/api/v1/users/me', { Authorization: basic(login), 'User-Agent': `${word()}/2.0` });
  }

  async #rarely(n: number): Promise<void> {
    const owner = this.#person(0);
    const payload = JSON.stringify({ text: `Build *${word()}* failed` });
    const hook = `/api/v1/external/slack_incoming?api_key=${this.#webhookKey}&stream=channel%201&topic=${n % 9}`;
    await this.#fetch('POST', hook, { 'Content-Type': 'application/json' }, payload);
    const { invite_link } = await this.#ask(owner, 'POST', '/invites/multiuse', {});
    await this.#fetch('GET', new URL(String(invite_link)).pathname);
    const { invites } = (await this.#ask(owner, 'GET', '/invites', {})) as { invites: { id: number }[] };
    for (const { id } of invites) await this.#ask(owner, 'DELETE', `/invites/multiuse/${id}`, {});
    const last = this.#data.people.at(-1)?.user.id;
    await this.#ask(owner, 'DELETE', `/users/${last}`, {});
    await this.#ask(owner, 'POST', `/users/${last}/reactivate`, {});
    const form = new URLSearchParams({ username: `${word()}@example.com`, password: word() });
    await this.#fetch('POST', '/api/v1/fetch_api_key', {}, form);
    await this.#upload(owner, randomBytes(100), `${word()}.png`);
  }

  #person(n: number): Person {
    return this.#data.people[n % (this.#data.people.length - 1)] as Person;
  }

  #headers(person: Person): string {
    return `Host: 127.0.0.1\r\nAuthorization: ${basic(person)}\r\n`;
  }

  /** Sends something on a connection of its own. */
  async #open(bytes: string): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    this.requests++;
    return socket;
  }

  /** What a request that must succeed is answered. */
  async #ask(person: Person, method: string, path: string, fields: Fields): Promise<Fields> {
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, written(value)]),
    );
    const url = `/api/v1${path}${method === 'GET' ? `?${form}` : ''}`;
    const { status, text } = await this.#fetch(
      method,
      url,
      { Authorization: basic(person) },
      method === 'GET' ? undefined : form,
    );
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  async #look(person: Person): Promise<void> {
    await this.#fetch('GET', `/avatar/${person.user.id}/medium`, { Authorization: basic(person) });
  }

  async #fetch(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: RequestInit['body'] = null,
  ): Promise<{ status: number; text: string }> {
    this.requests++;
    const response = await fetch(this.#url + path, { method, headers, body });
    return { status: response.status, text: await response.text() };
  }
}

function basic({ email, key }: { email: string; key: string }): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function word(): string {
  return randomBytes(8).toString('hex');
}
