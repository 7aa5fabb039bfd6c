import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey, findUserByKey, keyHmac } from '../accounts/api-key.ts';
import type { App } from '../app.ts';
import type { DemoLogin } from '../demo/seed.ts';
import { isOpen } from '../ground/addresses.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { findUserByEmail, listUsers } from '../users/user.ts';
import { exitCodes, Failure } from './failure.ts';
import { randomPassword } from './password.ts';
import { findZuliprc, writeZuliprc } from './zuliprc.ts';

/** Separate from the data of a real organization, which is in the parent folder by default. */
export const demoDataDir = './chatd-data/demo';

/**
 * Fills an organization without people with the demo. Its password is new at each start if others can reach the server.
 * Throws Failure if the organization has people of its own.
 */
export async function fillDemo(app: App): Promise<DemoLogin[]> {
  const { isSeeded, publishedPassword, seedDemo } = await import('../demo/seed.ts');
  const password = isOpen(app.config) ? randomPassword(app.random) : publishedPassword;
  if (isSeeded(app.db) || listUsers(app.db).every((user) => user.is_system_bot)) return seedDemo(app, password);
  throw new Failure(
    exitCodes.unusable,
    `${app.config.data_dir} holds a real organization; --demo needs a directory of its own (--data-dir).`,
  );
}

/** Lets people of the demo be online and type. Returns a function that ends it. */
export async function startCompany(app: App): Promise<() => void> {
  const { keepCompany } = await import('../demo/company.ts');
  return keepCompany(app);
}

export interface DemoFile {
  login: DemoLogin;
  zuliprc: string;
}

/** Writes a zuliprc file for each person of the demo. Files whose key is still valid stay unchanged. */
export function writeDemoFiles(app: App, logins: readonly DemoLogin[]): DemoFile[] {
  const folder = pathsIn(app.config.data_dir).zuliprc;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return app.db.transaction(() =>
    logins.map((login) => {
      const zuliprc = join(folder, `${login.email.replace(/@.*/, '')}.zuliprc`);
      writeDemoFile(app, login, zuliprc);
      return { login, zuliprc };
    }),
  );
}

function writeDemoFile(app: App, { email }: DemoLogin, file: string): void {
  const user = findUserByEmail(app.db, email);
  if (!user) return;
  const existing = findZuliprc(file);
  const owner = existing && findUserByKey(app.db, keyHmac(app, existing.key).toString('hex'));
  const isValid = existing !== undefined && owner?.id === user.id;
  const site = app.config.public_url;
  if (isValid && existing.site === site) return;
  writeZuliprc(file, { email, key: isValid ? existing.key : createApiKey(app, user), site });
}
