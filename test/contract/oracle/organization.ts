import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { createApiKey } from '../../../src/accounts/api-key.ts';
import { doCreateUser } from '../../../src/accounts/new-user.ts';
import { hashPassword } from '../../../src/accounts/password.ts';
import { setSpecialPermission } from '../../../src/accounts/special-permission.ts';
import { type App, createApp } from '../../../src/app.ts';
import { schemaFile } from '../../../src/assets.ts';
import { doCreateChannel } from '../../../src/channels/new-channel.ts';
import { ensureDirectConversation, ensureTopic } from '../../../src/conversations/conversation.ts';
import { getMessage } from '../../../src/conversations/message.ts';
import { openConnection } from '../../../src/db/connection.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { doChangeFlag } from '../../../src/messages/flag.ts';
import { doSendMessage } from '../../../src/messages/message.ts';
import { doCreateRealm } from '../../../src/organization/new-realm.ts';
import { getSystemBot, roles, type User } from '../../../src/users/user.ts';
import { serve, TestClock, testConfig } from '../../support/server.ts';
import type { RunName } from './recordings.ts';
import { Symbols } from './symbols.ts';

/** The people of each run, in the order of their creation. */
const people = [
  ['owner', 'Owner One', roles.owner],
  ['admin', 'Admin Two', roles.administrator],
  ['moderator', 'Mod Three', roles.moderator],
  ['alice', 'Alice Four', roles.member],
  ['bob', 'Bob Five', roles.member],
  ['carol', 'Carol Six', roles.member],
  ['guest', 'Guest Seven', roles.guest],
  ['mark', 'Mark Er', roles.member],
  ['dora', 'Dora Gone', roles.member],
  ['erik', 'Erik Nine', roles.member],
] as const;

/** Channels of a guide, which were archived before the first request of a run. */
const guideChannels = [
  { name: 'Zulip', description: 'Questions and discussion about using Zulip.' },
  { name: 'sandbox', description: 'Experiment with Zulip here. :test_tube:' },
];

/** The topics of the guide, and how many messages each has. */
const guideTopics = [
  ['Zulip', 'moving messages', 2],
  ['Zulip', 'welcome to Zulip!', 3],
  ['Zulip', 'start a conversation', 3],
  ['sandbox', 'experiments', 2],
  ['general', 'greetings', 2],
] as const;

/** When a run began whose requests name times, in UNIX seconds. */
const starts: Partial<Record<RunName, number>> = { four: 1_795_650_380 };

/** A new organization as it is before the first request of a run. */
export interface Organization {
  app: App;
  clock: TestClock;
  url: string;
  symbols: Symbols;
  /** Authorization headers by name. */
  logins: Map<string, string>;
}

export async function createOrganization(t: TestContext, run: RunName): Promise<Organization> {
  const db = openConnection(':memory:');
  migrate(db, readFileSync(schemaFile, 'utf8'), []);
  const clock = new TestClock();
  clock.seconds = starts[run] ?? clock.seconds;
  const app = createApp({
    config: { ...testConfig(), host: 'oracle.example' },
    db,
    clock,
    secret: Buffer.alloc(32, 7),
  });
  // The server of the recording spoke English whatever a user had chosen.
  app.authentication.languageOf = () => 'en';
  // Thumbnails never come: when they do, an event tells, sooner or later than the next request.
  app.thumbnailer.wake = () => undefined;
  const symbols = new Symbols();
  const logins = new Map<string, string>();
  const password_hash = await hashPassword(app, 'correct-horse-battery-7');
  db.transaction(() => {
    doCreateRealm(app, 'Oracle');
    describeGeneral(app);
    createGuideChannels(app);
    const users: User[] = [];
    for (const [name, full_name, role] of people) {
      const email = `${name}@example.com`;
      const user = doCreateUser(app, { email, full_name, role, password_hash });
      users.push(user);
      symbols.learn('u', name, user.id);
      logins.set(name, basic(email, createApiKey(app, user)));
      // Only the owner was given this permission.
      setSpecialPermission(db, user, 'can_create_users', role === roles.owner);
    }
    if (run !== 'seven') sendGuide(app, users);
    db.run("UPDATE channels SET is_archived = 1, is_default = 0 WHERE name IN ('Zulip', 'sandbox')");
  });
  for (const { id, email } of db.all<{ id: number; email: string }>(
    'SELECT id, email FROM users WHERE is_system_bot',
  )) {
    symbols.learn('u', email.replace(/@.*/, ''), id);
  }
  for (const { id, name } of db.all<{ id: number; name: string }>(
    "SELECT id, name FROM groups WHERE name LIKE 'role:%'",
  )) {
    symbols.learn('g', name, id);
  }
  symbols.learn('s', 'general', db.value<number>("SELECT id FROM channels WHERE name = 'general'") as number);
  const url = await serve(t, app);
  app.config.public_url = url;
  return { app, clock, url, symbols, logins };
}

/** The recorded organization has its own first channel. */
function describeGeneral({ db }: App): void {
  const description = 'For team-wide conversations';
  db.run(
    "UPDATE channels SET description = ?, rendered_description = ? WHERE name = 'general'",
    description,
    `<p>${description}</p>`,
  );
}

function createGuideChannels(app: App): void {
  for (const { name, description } of guideChannels) {
    doCreateChannel(app, undefined, { name, description, is_default: true });
  }
}

/** A guide in each topic and to each person, of which they starred the first messages; run seven began without it. */
function sendGuide(app: App, users: readonly User[]): void {
  const sender = getSystemBot(app.db, 'welcome');
  const draft = { sender, content: 'A guide.', client: 'Internal', read_by_sender: true };
  for (const [channel, topic, count] of guideTopics) {
    const id = app.db.value<number>('SELECT id FROM channels WHERE name = ?', channel) as number;
    const conversation = ensureTopic(app.db, id, topic);
    const ids = Array.from({ length: count }, () => doSendMessage(app, { ...draft, conversation }).id);
    for (const user of users) star(app, user, ids[0] as number);
  }
  for (const user of users) {
    const conversation = ensureDirectConversation(app.db, [sender.id, user.id]);
    star(app, user, doSendMessage(app, { ...draft, conversation }).id);
  }
}

function star(app: App, user: User, id: number): void {
  doChangeFlag(app, user, { op: 'add', flag: 'starred' }, [getMessage(app.db, id)]);
}

export function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}
