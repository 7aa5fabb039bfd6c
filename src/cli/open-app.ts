import { type App, createApp } from '../app.ts';
import { findOrCreateSecret } from '../db/data-dir.ts';
import type { Config } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { systemRandom } from '../ground/random.ts';
import { doCreateRealm } from '../organization/new-realm.ts';
import { hasRealm, unnamedRealm } from '../realm/realm.ts';
import { openDatabaseOf } from './open-database.ts';

/**
 * Opens the database of a data directory. Creates directory, organization and key if they are missing. Throws
 * UnusableDataDir or UnusableDatabase.
 */
export function openApp(config: Config, log: Log): App {
  const db = openDatabaseOf(config.data_dir);
  try {
    return db.transaction(() => {
      const secret = findOrCreateSecret(config.data_dir, db, systemRandom);
      const app = createApp({ config, db, secret, log });
      if (!hasRealm(db)) doCreateRealm(app, unnamedRealm);
      return app;
    });
  } catch (error) {
    db.close();
    throw error;
  }
}
