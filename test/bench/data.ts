import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { type App, type AppParts, createApp } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic, findConversation } from '../../src/conversations/conversation.ts';
import { openDatabase } from '../../src/db/open.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { doCreateRealm } from '../../src/organization/new-realm.ts';
import { roles, type User } from '../../src/users/user.ts';

/** Somebody who can log in. */
export interface Person {
  user: User;
  email: string;
  key: string;
}

/** A data directory and what is in it. */
export interface Data {
  folder: string;
  people: Person[];
  /** Names of its channels, to all of which everyone is subscribed. */
  channels: string[];
}

/** What a data directory holds, as createApp wants it. */
export function openData(folder: string): AppParts {
  const { db } = openDatabase(join(folder, 'chatd.db'));
  const config = {
    data_dir: folder,
    listen: { host: '127.0.0.1', port: 0 },
    public_url: 'http://127.0.0.1',
    host: '127.0.0.1',
    log_format: 'text',
    log_level: 'error',
    max_upload_mib: 100,
  } as const;
  return { config, db, secret: readFileSync(join(folder, 'secret.key')) };
}

/** Numbers of messages at which growth is measured; `CHATD_BENCH_MESSAGES=100000,10000000` asks for others. */
export const sizes: readonly number[] = (process.env.CHATD_BENCH_MESSAGES ?? '100000,1000000').split(',').map(Number);

/** A folder for one benchmark, on disk; it goes when the benchmark ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes the key file of a data directory. */
export function keyFile(folder: string): void {
  writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32, 7), { mode: 0o600 });
}

/** Makes a data directory with some people and, spread over some channels of ten topics each, messages. */
export function makeData(size: { people: number; channels: number; messages: number }): Data {
  const folder = temporaryFolder();
  keyFile(folder);
  const app = createApp(openData(folder));
  const made = app.db.transaction(() => {
    doCreateRealm(app, 'Benchmark');
    const people = Array.from({ length: size.people }, (_, index): Person => {
      const email = `person${index}@example.com`;
      const names = { full_name: `Person ${index}`, role: roles.member, password_hash: null };
      const user = doCreateUser(app, { email, ...names });
      return { user, email, key: createApiKey(app, user) };
    });
    const topics = Array.from({ length: size.channels }, (_, index) => {
      const channel = doCreateChannel(app, people[0]?.user, { name: `channel ${index}` });
      doSubscribe(
        app,
        channel,
        people.map(({ user }) => user),
      );
      return Array.from({ length: 10 }, (_, topic) => ensureTopic(app.db, channel.id, `topic ${topic}`).id);
    }).flat();
    for (let n = 0; n < size.messages; n++) {
      const conversation = findConversation(app.db, topics[n % topics.length] as number);
      const sender = people[(n * 7) % people.length]?.user;
      if (!conversation || !sender) continue;
      doSendMessage(app, { sender, conversation, content: messageText(n), client: 'Bench', read_by_sender: false });
    }
    return { people, channels: Array.from({ length: size.channels }, (_, index) => `channel ${index}`) };
  });
  app.db.close();
  return { folder, ...made };
}

/**
 * Makes a data directory with so many people, the first of them an administrator, and what `fill` puts into it; returns
 * it with the administrator.
 */
export function makeOrganization(
  count: number,
  fill: (app: App, users: readonly User[], administrator: User) => void,
): { folder: string; person: Person } {
  const folder = temporaryFolder();
  keyFile(folder);
  const app = createApp(openData(folder));
  const person = app.db.transaction(() => {
    doCreateRealm(app, 'Benchmark');
    const users = Array.from({ length: count }, (_, index) => {
      const role = index === 0 ? roles.administrator : roles.member;
      const names = { full_name: `Person ${index}`, role, password_hash: null };
      return doCreateUser(app, { email: `person${index}@example.com`, ...names });
    });
    const [user] = users;
    if (!user) throw new Error('an organization without people');
    fill(app, users, user);
    return { user, email: user.email, key: createApiKey(app, user) };
  });
  app.db.close();
  return { folder, person };
}

/** Where the message of a number goes: by turns to the channels and topics there are, so that writes are spread. */
export function placeOf(n: number, channels: number): { channel: string; topic: string } {
  return { channel: `channel ${n % channels}`, topic: `topic ${n % 7}` };
}

/** A message of everyday length. */
export function messageText(n: number): string {
  return `Message ${n}: the deploy of **web-${n % 9}** went well, see the notes at https://example.com/notes/${n} for what changed.`;
}
