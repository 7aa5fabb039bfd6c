import assert from 'node:assert/strict';
import { createReadStream, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import type { App } from '../../src/app.ts';
import { listUsers, roles } from '../../src/users/user.ts';
import type { Client } from '../support/client.ts';
import { clientsOf, importFiles, makeFolder, openEmpty } from './scene.ts';

interface Archived {
  id: number;
  recipient: number;
  subject: string;
  content: string;
  rendered_content: string;
}

/** Imports an export of a real server; returns the messages of its files, and how many records it has. */
async function importReal(
  t: TestContext,
  app: App,
  name: string,
  old_url: string,
): Promise<{ archived: Archived[]; counts: Record<string, number> }> {
  const file = fileURLToPath(new URL(`exports/${name}.tar.gz`, import.meta.url));
  await importFiles(t, app, {}, { file, old_urls: [old_url] });
  const folder = join(makeFolder(t), 'unpacked');
  await pipeline(createReadStream(file), createGunzip(), unpackTar(folder));
  const read = (pattern: string) =>
    globSync(join(folder, pattern)).map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const archived: Archived[] = read('*/messages-*.json').flatMap(({ zerver_message }) => zerver_message);
  const [realm] = read('*/realm.json');
  const [{ zerver_attachment }] = read('*/attachment.json');
  return { archived, counts: countArchived(archived, { ...realm, zerver_attachment }) };
}

type Tables = Record<string, { id: number; type?: number; is_system_group?: boolean }[]>;

function countArchived(archived: readonly Archived[], tables: Tables): Record<string, number> {
  const list = (name: string) => tables[`zerver_${name}`] ?? [];
  const channels = new Set(list('recipient').flatMap(({ id, type }) => (type === 2 ? [id] : [])));
  const inChannels = archived.filter(({ recipient }) => channels.has(recipient));
  return {
    users: list('userprofile').length,
    groups: list('namedusergroup').filter((group) => !group.is_system_group).length,
    channels: list('stream').length,
    topics: new Set(inChannels.map(({ recipient, subject }) => `${recipient} ${subject.toLowerCase()}`)).size,
    messages: archived.length,
    reactions: list('reaction').length,
    files: list('attachment').length,
  };
}

/** The same of an organization. */
function countImported({ db }: App): Record<string, number> {
  const sources = {
    users: 'users WHERE is_system_bot = 0',
    groups: 'groups WHERE name IS NOT NULL AND is_system_group = 0',
    channels: 'channels',
    topics: 'conversations WHERE channel_id IS NOT NULL',
    messages: 'messages',
    reactions: 'reactions',
    files: 'attachments',
  };
  const count = (source: string) => db.value<number>(`SELECT count(*) FROM ${source}`) ?? 0;
  return Object.fromEntries(Object.entries(sources).map(([noun, source]) => [noun, count(source)]));
}

/** The HTML of all messages that somebody can read: what they received, and the history of channels. */
async function crawl(client: Client, channel_ids: readonly number[]): Promise<[id: number, html: string][]> {
  const found: [number, string][] = [];
  for (const narrow of [[], ...channel_ids.map((operand) => [{ operator: 'channel', operand }])]) {
    for (let anchor = 0, isDone = false; !isDone; ) {
      const { body } = await client.get('/messages', { anchor, num_before: 0, num_after: 1000, narrow });
      for (const { id, content } of body.messages ?? []) found.push([id, content]);
      isDone = body.found_newest ?? true;
      anchor = (found.at(-1)?.[0] ?? 0) + 1;
    }
  }
  return found;
}

/** All messages that people and bots who are active can read. */
async function crawlAll(t: TestContext, app: App): Promise<Map<number, string>> {
  const as = await clientsOf(t, app);
  const users = listUsers(app.db).filter(({ is_active, is_system_bot }) => is_active && !is_system_bot);
  const found = new Map<number, string>();
  for (const { id, role } of users) {
    // Owners look into all channels, others into those of which they are subscribers.
    const channel_ids = app.db.values<number>(
      'SELECT id FROM channels WHERE ? OR id IN (SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active)',
      role === roles.owner ? 1 : 0,
      id,
    );
    for (const [message_id, html] of await crawl(as(id), channel_ids)) found.set(message_id, html);
  }
  return found;
}

/** HTML without what differs between two servers for good: escapes, paths of files, ids, spaces that nobody sees. */
function comparable(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\/user_uploads\/(?:thumbnail\/)?\d+\/[\w-]{2}\//g, '/user_uploads/')
    .replace(/data-user-group-id="\d+"/g, '')
    .replace(/"\/?(#narrow\/[^"]*?)(?:\/with\/\d+)?"/g, '"$1"')
    .replace(/\s+(?=<)/g, '');
}

/** Greetings of the server's own bot, which renders them in its own way. */
const greeting = /^Hello, and welcome to/;

/** Messages with another rendering. */
function rerendered(archived: readonly Archived[], found: ReadonlyMap<number, string>): number[] {
  return archived
    .filter(({ id, content, rendered_content }) => {
      const html = found.get(id);
      return html !== undefined && !greeting.test(content) && comparable(html) !== comparable(rendered_content);
    })
    .map(({ id }) => id);
}

/** Messages of the archive that nobody found. */
function unfound(archived: readonly Archived[], found: ReadonlyMap<number, string>): number[] {
  return archived.filter(({ id }) => !found.has(id)).map(({ id }) => id);
}

describe('an export of a real server', () => {
  it('with files is found whole by those who can read it, with its rendering', async (t) => {
    const app = openEmpty(t);
    const { archived, counts } = await importReal(t, app, 'files', 'http://runq3.127.0.0.1:9700');

    const found = await crawlAll(t, app);

    assert.deepEqual(countImported(app), counts);
    assert.equal(found.size, 80);
    // A greeting of somebody who is deactivated.
    assert.deepEqual(unfound(archived, found), [5120]);
    // A code block with the language "false", and a linkifier that was deleted since.
    assert.deepEqual(rerendered(archived, found), [5228, 5359]);
  });

  it('of ten stories is found whole by those who can read it, with its rendering', async (t) => {
    const app = openEmpty(t);
    const { archived, counts } = await importReal(t, app, 'large', 'http://runc4.127.0.0.1:9700');

    const found = await crawlAll(t, app);

    assert.deepEqual(countImported(app), counts);
    assert.equal(found.size, 664);
    // A greeting of somebody who is deactivated, and what is in channels with protected history: in one that everybody
    // has left, and what moved to one before its last subscribers came back to it.
    const left = [3187, 3934, 3935, 3936, 3952, 3953, 3954];
    assert.deepEqual(
      unfound(archived, found),
      [3159, 3548, 3640, 3714, ...left].sort((a, b) => a - b),
    );
    assert.deepEqual(rerendered(archived, found), []);
  });
});
