// The least that a server of this kind can be: tinyhttp and an open database. Arguments: the data directory.
import { join } from 'node:path';
import { App } from '@tinyhttp/app';
import Sqlite from 'better-sqlite3';

const [folder = '', port] = process.argv.slice(2);
const db = new Sqlite(join(folder, 'bare.db'));
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
const version = db.prepare('SELECT sqlite_version() AS version');
const app = new App();
app.get('/api/v1/server_settings', (_request, response) => void response.json(version.get()));
app.listen(Number(port), undefined, '127.0.0.1');
