import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { createApiKey } from '../../../src/accounts/api-key.ts';
import { doCreateUser } from '../../../src/accounts/new-user.ts';
import { hashPassword } from '../../../src/accounts/password.ts';
import { setSpecialPermission } from '../../../src/accounts/special-permission.ts';
import { type App, createApp } from '../../../src/app.ts';
import { schemaFile } from '../../../src/assets.ts';
import { openConnection } from '../../../src/db/connection.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { doCreateRealm } from '../../../src/organization/new-realm.ts';
import { roles } from '../../../src/users/user.ts';
import { serve, TestClock, testConfig } from '../../support/server.ts';
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

/** A new organization as it is before the first request of a run. */
export interface Organization {
  app: App;
  clock: TestClock;
  url: string;
  symbols: Symbols;
  /** Authorization headers by name. */
  logins: Map<string, string>;
}

export async function createOrganization(t: TestContext): Promise<Organization> {
  const db = openConnection(':memory:');
  migrate(db, readFileSync(schemaFile, 'utf8'), []);
  const clock = new TestClock();
  const app = createApp({
    config: { ...testConfig(), host: 'oracle.example' },
    db,
    clock,
    secret: Buffer.alloc(32, 7),
  });
  const symbols = new Symbols();
  const logins = new Map<string, string>();
  const password_hash = await hashPassword(app, 'correct-horse-battery-7');
  db.transaction(() => {
    doCreateRealm(app, 'Oracle');
    describeGeneral(app);
    for (const [name, full_name, role] of people) {
      const email = `${name}@example.com`;
      const user = doCreateUser(app, { email, full_name, role, password_hash });
      symbols.learn('u', name, user.id);
      logins.set(name, basic(email, createApiKey(app, user)));
      // Only the owner was given this permission.
      setSpecialPermission(db, user, 'can_create_users', role === roles.owner);
    }
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

export function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}
