import assert from 'node:assert/strict';
import { createApiKey } from '../../../src/accounts/api-key.ts';
import { doCreateUser } from '../../../src/accounts/new-user.ts';
import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import { roles, type User } from '../../../src/users/user.ts';
import { type Answer, Client, type Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Actor, actors } from './actors.ts';

/** The kinds of channel. `protected` is private and shows newcomers nothing of what was said before. */
export const channelKinds = ['public', 'private', 'protected', 'web-public', 'archived', 'archived private'] as const;
export type ChannelKind = (typeof channelKinds)[number];
/** Whether the actors are subscribed to a channel, or were for a while. Bob always is. */
export type Side = 'subscribed' | 'not subscribed';
export type ChannelName = `${ChannelKind}, ${Side}`;
export const channelNames = channelKinds.flatMap((kind): ChannelName[] => [
  `${kind}, subscribed`,
  `${kind}, not subscribed`,
]);

/** A channel and messages in it. */
export interface WorldChannel {
  id: number;
  name: string;
  /** What Bob said before anybody else was subscribed. */
  before: number;
  /** What Bob said while all actors were subscribed. */
  during: number;
  /** What Bob said last. */
  after: number;
  /** What each actor said. */
  own: Readonly<Record<Actor, number>>;
}

/** What there is besides the cast of every test: Bob's things, and everybody's own. */
export interface World {
  users: Readonly<Record<Actor | ExtraName, User>>;
  keys: Readonly<Partial<Record<Actor | ExtraName, string>>>;
  channels: Readonly<Record<ChannelName, WorldChannel>>;
  /** A channel for everybody, with a message of each. */
  general: Pick<WorldChannel, 'id' | 'own'>;
  /** Bots by their owner. */
  bots: Readonly<Record<Actor | 'bob', number>>;
  /** Direct messages: of an actor to Bob, the other way round, and of Bob to Dora. */
  direct: { sent: Readonly<Record<Actor, number>>; received: Readonly<Record<Actor, number>>; foreign: number };
  /** Groups by who manages them; all actors are in `everyone's`. */
  groups: Readonly<Record<Actor | 'bob' | 'everyone' | 'deactivated' | 'system', number>>;
}

const extras = {
  member: { role: roles.member },
  deactivated: { role: roles.member },
  dora: { role: roles.member },
  otherGuest: { role: roles.guest },
  otherModerator: { role: roles.moderator },
  otherAdmin: { role: roles.administrator },
  otherOwner: { role: roles.owner },
  gone: { role: roles.member },
  goneOwner: { role: roles.owner },
} as const;
type ExtraName = keyof typeof extras | 'bob';

const day = 86_400;

/** Fills a fresh server. Guests do not know users who are no actors and share no channel with them. */
export async function fillWorld(server: TestServer): Promise<World> {
  const { users, keys } = addPeople(server);
  const clients = clientsOf(server, users, keys);
  const bots = addBots(server, users);
  const groups = await addGroups(server, users);
  const channels = {} as Record<ChannelName, WorldChannel>;
  for (const name of channelNames) channels[name] = await addChannel(server, clients, users, name);
  const general = await speakInGeneral(server, clients);
  const direct = await addDirectMessages(clients, users);
  restrict(server, users);
  return { users, keys, channels, general, bots, direct, groups };
}

type Clients = Readonly<Record<Actor | 'bob', Client>>;
type Users = World['users'];

function addPeople(server: TestServer): Pick<World, 'users' | 'keys'> {
  const { app, db, users: cast } = server;
  db.run('UPDATE users SET joined_at = joined_at - ?', 30 * day);
  const users: Record<string, User> = { ...cast, full: cast.alice, nobody: cast.bob };
  const keys: Record<string, string> = {};
  const add = (name: string, role: User['role'], bot = {}) => {
    const email = `${name.toLowerCase()}@example.com`;
    users[name] = doCreateUser(app, { email, full_name: `The ${name}`, role, password_hash: null, ...bot });
    keys[name] = createApiKey(app, users[name]);
  };
  db.transaction(() => {
    for (const [name, { role }] of Object.entries(extras)) add(name, role);
    add('webhook', roles.member, { bot: { owner_id: cast.alice.id, type: 2 } });
  });
  return { users: users as Users, keys };
}

function clientsOf(server: TestServer, users: Users, keys: World['keys']): Clients {
  const clients = [...actors, 'bob' as const].map((name): [string, Client] => {
    const key = keys[name];
    if (key !== undefined) return [name, new Client(server.url, { email: users[name].email, key })];
    return [name, server.as(name === 'full' ? 'alice' : name === 'nobody' ? 'bob' : (name as 'bob'))];
  });
  return Object.fromEntries(clients) as Clients;
}

function addBots({ app, db }: TestServer, users: Users): World['bots'] {
  const add = (name: Actor | 'bob'): [string, number] => {
    const email = `${name}s-bot@example.com`;
    const bot = { owner_id: users[name].id };
    const full_name = `Bot of ${name}`;
    const account = { email, full_name, role: roles.member, password_hash: null, bot, include_default_channels: false };
    return [name, doCreateUser(app, account).id];
  };
  const owners = [...actors.filter((name) => name !== 'nobody'), 'bob' as const];
  const bots = db.transaction(() => Object.fromEntries(owners.map(add)));
  return { ...bots, nobody: bots.bob } as World['bots'];
}

async function addGroups({ as, db }: TestServer, users: Users): Promise<World['groups']> {
  const add = async (name: string, members: readonly number[], values: Values = {}) => {
    const fields = { name, description: '', members, ...values };
    return must(await as('bob').post('/user_groups/create', fields)).group_id as number;
  };
  const groups: Record<string, number> = { system: systemGroupId(db, 'role:members') };
  for (const name of [...actors, 'bob' as const]) {
    const can_manage_group = { direct_members: [users[name].id], direct_subgroups: [] };
    groups[name] = await add(`managed by ${name}`, [users.bob.id], {
      can_manage_group,
      can_add_members_group: can_manage_group,
    });
  }
  const everyone = actors.map((name) => users[name].id);
  groups.everyone = await add('everyone', [...new Set(everyone)]);
  groups.deactivated = await add('deactivated', []);
  must(await as('bob').post(`/user_groups/${groups.deactivated}/deactivate`));
  return groups as World['groups'];
}

async function addChannel(
  server: TestServer,
  clients: Clients,
  users: Users,
  name: ChannelName,
): Promise<WorldChannel> {
  const kind = name.slice(0, name.indexOf(',')) as ChannelKind;
  const isPrivate = kind === 'private' || kind === 'protected' || kind === 'archived private';
  const values = { invite_only: isPrivate, history_public_to_subscribers: kind !== 'protected' };
  must(await server.as('bob').post('/users/me/subscriptions', { subscriptions: [{ name }], ...values }));
  const id = server.db.value<number>('SELECT id FROM channels WHERE name = ?', name) as number;
  if (kind === 'web-public') server.db.run('UPDATE channels SET is_web_public = 1 WHERE id = ?', id);
  const before = await say(clients.bob, id, 'before');
  const principals = actors.filter((actor) => actor !== 'nobody').map((actor) => users[actor].id);
  must(await server.as('bob').post('/users/me/subscriptions', { subscriptions: [{ name }], principals }));
  const own = await sayEach(clients, id);
  const during = await say(clients.bob, id, 'during');
  if (name.endsWith('not subscribed')) {
    must(await server.as('owner').delete('/users/me/subscriptions', { subscriptions: [name], principals }));
  }
  const after = await say(clients.bob, id, 'after');
  if (kind.startsWith('archived')) must(await server.as('owner').delete(`/streams/${id}`));
  return {
    id,
    name: server.db.value<string>('SELECT name FROM channels WHERE id = ?', id) as string,
    before,
    during,
    after,
    own,
  };
}

async function speakInGeneral({ db }: TestServer, clients: Clients): Promise<World['general']> {
  const id = db.value<number>("SELECT id FROM channels WHERE name = 'general'") as number;
  return { id, own: await sayEach(clients, id) };
}

async function sayEach(clients: Clients, to: number): Promise<Record<Actor, number>> {
  const own = {} as Record<Actor, number>;
  for (const actor of actors) own[actor] = await say(clients[actor], to, `of ${actor}`);
  return own;
}

async function say(client: Client, to: number, topic: string): Promise<number> {
  return must(await client.post('/messages', { type: 'channel', to, topic, content: `This is ${topic}.` })).id;
}

async function addDirectMessages(clients: Clients, users: Users): Promise<World['direct']> {
  const write = async (client: Client, to: User) =>
    must(await client.post('/messages', { type: 'direct', to: [to.id], content: 'Hello' })).id as number;
  const sent = {} as Record<Actor, number>;
  const received = {} as Record<Actor, number>;
  for (const actor of actors) {
    sent[actor] = await write(clients[actor], users.bob);
    received[actor] = await write(clients.bob, users[actor]);
  }
  return { sent, received, foreign: await write(clients.bob, users.dora) };
}

// What makes a difference between actors; done last, when all of them have done their part.
function restrict({ db }: TestServer, users: Users): void {
  db.transaction(() => {
    setRealmSetting(db, 'waiting_period_threshold', 3);
    setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
    for (const { id } of [users.deactivated, users.gone, users.goneOwner]) {
      db.run('UPDATE users SET is_active = 0 WHERE id = ?', id);
    }
    const unknown = [users.dora.id, users.otherGuest.id];
    for (const id of unknown) db.run('UPDATE subscriptions SET is_active = 0 WHERE user_id = ?', id);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: what the server sent
function must({ status, body }: Answer): any {
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
