import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { advanceDropped } from '../../src/uploads/dropped.ts';
import type { Answer, Client } from './client.ts';
import type { CastName, TestServer } from './server.ts';
import { until } from './until.ts';

/** Uploads a file; texts are UTF-8. */
export function postFile(client: Client, content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([content]), name ?? 'note.txt');
  return client.send('POST', '/user_uploads', { body });
}

/** Uploads a file that must go through; returns its URL below the server's. */
export async function uploadFile(
  client: Client,
  content: string | Uint8Array<ArrayBuffer> = 'Buy tea',
  name = 'note.txt',
): Promise<string> {
  const { status, body } = await postFile(client, content, name);
  assert.equal(status, 200, JSON.stringify(body));
  return body.url;
}

/** Fetches something that is not of the API, as one of the cast if one is named. */
export function fetchFile(server: TestServer, url: string, name?: CastName, init: RequestInit = {}): Promise<Response> {
  const login = name === undefined ? {} : { Authorization: server.as(name).authorization };
  return fetch(server.url + url, { ...init, headers: { ...login, ...(init.headers as Record<string, string>) } });
}

/** The files that lie in the folder of uploads, below it and sorted. */
export function storedFiles({ app }: TestServer): string[] {
  const folder = join(app.config.data_dir, 'uploads');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
}

const year = 365 * 86_400;

/** Lets time pass until deleted files have gone through the trash and left the disk. */
export async function outliveTrash(server: TestServer): Promise<void> {
  for (const step of ['to the trash', 'out of it']) {
    server.clock.advance(year);
    assert.equal(advanceDropped(server.app), 1, step);
  }
  await until(() => storedFiles(server).length === 0);
}
