import { createApiKey } from '../../../src/accounts/api-key.ts';
import { findUser, type User } from '../../../src/users/user.ts';
import { Client, type Values } from '../../support/client.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { TestServer } from '../../support/server.ts';

/** A write that somebody tries. */
export interface Attempt {
  /** The id of who does. */
  by: number;
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  path: string;
  values?: Values;
  files?: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** Thinks of a write; undefined where there is nothing to do it to. */
export type Operation = (world: World) => Attempt | undefined;

/** What there is on a server, to pick from by chance. */
export class World {
  readonly server: TestServer;
  readonly chance: Seeded;
  #clients = new Map<number, Client>();
  #count = 0;

  constructor(server: TestServer, chance: Seeded) {
    this.server = server;
    this.chance = chance;
  }

  /** Makes an attempt. Returns the status of the answer and its text. */
  async carryOut({ by, method, path, values = {}, files }: Attempt): Promise<{ status: number; text: string }> {
    const client = this.#clientOf(by);
    const { status, body } = await client.send(method, path, { body: files ? multipart(values, files) : form(values) });
    return { status, text: JSON.stringify(body) };
  }

  /** A number that no earlier call returned. */
  next(): number {
    return ++this.#count;
  }

  /** An active user, mostly one with many permissions. */
  actor(): number {
    return this.chance.chance(35) ? this.administrator() : this.any(this.people());
  }

  administrator(): number {
    return this.any(
      this.ids('SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0 AND role <= 200 AND bot_type IS NULL'),
    );
  }

  owner(): number {
    return this.server.users.owner.id;
  }

  /** Active users, bots among them. */
  people(): number[] {
    return this.ids('SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0');
  }

  someone(): number {
    return this.any(this.people());
  }

  /** People who are none of the observers. */
  extras(): number[] {
    return this.ids(`SELECT id FROM users WHERE is_system_bot = 0 AND bot_type IS NULL AND email LIKE 'extra%'`);
  }

  channel(): number {
    return this.any(this.ids('SELECT id FROM channels ORDER BY id DESC LIMIT 12'));
  }

  channelName(id: number): string {
    return this.server.db.value<string>('SELECT name FROM channels WHERE id = ?', id) ?? 'general';
  }

  /** A recent message, or none. */
  message(): number | undefined {
    return this.maybe(this.ids('SELECT id FROM messages ORDER BY id DESC LIMIT 60'));
  }

  messages(): number[] {
    return this.chance.some(this.ids('SELECT id FROM messages ORDER BY id DESC LIMIT 10'));
  }

  topic(): string {
    return this.any(['lunch', 'Lunch', 'dinner', '✔ lunch', '', 'plans', 'release']);
  }

  group(): number | undefined {
    return this.maybe(this.ids('SELECT id FROM groups WHERE name IS NOT NULL ORDER BY id DESC LIMIT 8'));
  }

  /** A value of a permission: a group by id, or some users and groups. */
  groupValue(): unknown {
    if (this.chance.chance(70)) return this.any(this.ids('SELECT id FROM groups WHERE name IS NOT NULL'));
    return { direct_members: this.chance.some(this.people()), direct_subgroups: [this.group()] };
  }

  ids(sql: string, ...values: (string | number)[]): number[] {
    return this.server.db.values<number>(sql, ...values);
  }

  any<Item>(items: readonly Item[]): Item {
    return this.chance.pick(items);
  }

  maybe<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : this.chance.pick(items);
  }

  now(): number {
    return this.server.clock.now();
  }

  #clientOf(user_id: number): Client {
    const { app, url } = this.server;
    const user = findUser(app.db, user_id) as User;
    const known = this.#clients.get(user_id);
    if (known) return known;
    const client = new Client(url, { email: user.email, key: createApiKey(app, user) });
    this.#clients.set(user_id, client);
    return client;
  }

  /** To be called when keys or addresses may be others. */
  forgetClient(user_id: number): void {
    this.#clients.delete(user_id);
  }
}

function form(values: Values): URLSearchParams {
  return new URLSearchParams(fields(values));
}

function multipart(values: Values, files: NonNullable<Attempt['files']>): FormData {
  const body = new FormData();
  for (const [name, value] of fields(values)) body.append(name, value);
  for (const { name, bytes } of files) body.append('file', new Blob([bytes]), name);
  return body;
}

function fields(values: Values): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}
