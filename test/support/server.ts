import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { passwordCost } from '../../src/accounts/password.ts';
import { type App, createApp, createServer, startServices, stopServices } from '../../src/app.ts';
import { schemaFile } from '../../src/assets.ts';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { doCreateRealm } from '../../src/organization/new-realm.ts';
import { type Role, roles, type User } from '../../src/users/user.ts';
import { Client } from './client.ts';
import { type Lent, lendDatabase } from './spare-database.ts';

/** Time that stands still until a test moves it. */
export class TestClock {
  seconds = Date.UTC(2026, 0, 5, 9, 0) / 1000;

  now(): number {
    return this.seconds;
  }

  monotonic(): number {
    return this.seconds * 1000;
  }

  advance(seconds: number): void {
    this.seconds += seconds;
  }
}

/** The people of every test, with their roles. */
const cast = {
  owner: { full_name: 'Olive Owner', role: roles.owner },
  admin: { full_name: 'Adam Admin', role: roles.administrator },
  moderator: { full_name: 'Mona Moderator', role: roles.moderator },
  alice: { full_name: 'Alice Member', role: roles.member },
  bob: { full_name: 'Bob Member', role: roles.member },
  guest: { full_name: 'Gus Guest', role: roles.guest },
  bot: { full_name: 'Build Bot', role: roles.member },
} as const;

export type CastName = keyof typeof cast;

/** A server of a test's own, with its cast; it ends with the test. */
export interface TestServer {
  app: App;
  db: Database;
  clock: TestClock;
  url: string;
  users: Record<CastName, User>;
  /** A client logged in as one of the cast. */
  as(name: CastName): Client;
  /** A client without credentials. */
  anonymous: Client;
}

/** What ends what was started for it: a test, or a part of one. */
export interface Span {
  after(end: () => unknown): void;
}

// Making and comparing hashes takes long on purpose.
Object.assign(passwordCost, { memory: 8, passes: 1 });

/** The password of everyone in the cast. */
export const castPassword = 'correct horse battery staple';

/**
 * Starts a server on a fresh database in memory, in a file where the database must be one, or on a copy of what an
 * earlier of these servers held.
 */
export async function startServer(t: Span, place?: string | Buffer): Promise<TestServer> {
  const clock = new TestClock();
  const { db, end } = typeof place === 'string' ? openFile(place) : lendDatabase(place ?? template().bytes);
  const app = createApp({ config: testConfig(), db, clock, secret });
  const url = await serve(t, app, () => {
    end();
    rmSync(app.config.data_dir, { recursive: true, force: true });
  });
  app.config.public_url = url;
  const { keys, users } = template();
  const as = (name: CastName) => new Client(url, { email: users[name].email, key: keys[name] });
  return { app, db, clock, url, users: structuredClone(users), as, anonymous: new Client(url) };
}

function openFile(file: string): Lent {
  writeFileSync(file, template().bytes);
  const db = openConnection(file);
  return { db, end: () => db.close() };
}

/** Answers until the test ends, which closes the database too, or does `end` with it. Returns the address. */
export async function serve(t: Span, app: App, end: () => void = () => app.db.close()): Promise<string> {
  const server = createServer(app);
  // Tests move the clock by hand, and do by hand what is due then.
  startServices(app, [app.deliverer, app.jobs]);
  afterwards(t, async () => {
    await stopServices(app, 0);
    app.queues.release();
    server.closeAllConnections();
    server.close();
    end();
  });
  return listen(server);
}

/** Ends something after a test. Releases it then: a process keeps the hooks of all its tests until it ends. */
function afterwards(t: Span, end: () => unknown): void {
  const ends = [end];
  t.after(() => ends.pop()?.());
}

interface Template {
  bytes: Buffer;
  keys: Record<CastName, string>;
  users: Record<CastName, User>;
}

/** Of every test server. */
export const secret: Buffer = Buffer.alloc(32, 7);
let made: Template | undefined;

// Opening a copy of a filled database is many times quicker than filling one.
function template(): Template {
  if (made) return made;
  const db = openConnection(':memory:');
  migrate(db, readFileSync(schemaFile, 'utf8'), []);
  const app = createApp({ config: testConfig(), db, clock: new TestClock(), secret });
  const keys = {} as Record<CastName, string>;
  const users = {} as Record<CastName, User>;
  db.transaction(() => {
    doCreateRealm(app, 'Test Organization');
    for (const [name, { full_name, role }] of Object.entries(cast) as [CastName, { full_name: string; role: Role }][]) {
      const bot = name === 'bot' ? { bot: { owner_id: users.alice.id } } : {};
      users[name] = doCreateUser(app, { email: `${name}@example.com`, full_name, role, password_hash: null, ...bot });
      keys[name] = createApiKey(app, users[name]);
    }
  });
  made = { bytes: db.connection.serialize(), keys, users };
  return made;
}

export function testConfig() {
  return {
    data_dir: join(tmpdir(), `chatd-test-${randomUUID()}`),
    listen: { host: '127.0.0.1', port: 0 },
    public_url: 'http://127.0.0.1',
    host: 'chat.example.com',
    log_format: 'text',
    log_level: 'error',
    max_upload_mib: 100,
  } as const satisfies App['config'];
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
