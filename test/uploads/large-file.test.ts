import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePlace, type Serving } from '../cli/place.ts';

const mib = 1024 * 1024;
const size = 200 * mib;
// The system leaves so much garbage of any file before it takes it away.
const usual = 64 * mib;
const mostGrowth = 40 * mib;

describe('a large file', () => {
  it('comes and goes without passing through memory', {
    skip: process.platform !== 'linux' && 'needs Linux',
  }, async (t) => {
    const place = makePlace(t);
    const { email, api_key } = await place.create('ann@example.com');
    const server = await place.serve(['--max-upload-mib', '200']);
    const login = `Basic ${btoa(`${email}:${api_key}`)}`;
    const small = await upload(server, login, usual);
    await download(server, login, small.url);
    const before = mostMemory(server);

    const large = await upload(server, login, size);
    const digest = await download(server, login, large.url);

    assert.equal(digest, large.digest);
    const growth = mostMemory(server) - before;
    assert.ok(growth < mostGrowth, `grew by ${Math.round(growth / mib)} MiB`);
  });
});

/** Sends a file of noise of which only a piece is ever in memory. */
async function upload({ url }: Serving, login: string, length: number): Promise<{ url: string; digest: string }> {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(mib);
  async function* form() {
    yield Buffer.from('--xx\r\nContent-Disposition: form-data; name="f"; filename="noise.bin"\r\n\r\n');
    for (let sent = 0; sent < length; sent += piece.length) {
      piece.writeUInt32LE(sent, 1000);
      hash.update(piece);
      yield Buffer.from(piece);
    }
    yield Buffer.from('\r\n--xx--\r\n');
  }
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { Authorization: login, 'Content-Type': 'multipart/form-data; boundary=xx' },
    body: ReadableStream.from(form()),
    duplex: 'half',
  });
  const body = (await response.json()) as { url: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return { url: body.url, digest: hash.digest('hex') };
}

async function download(server: Serving, login: string, url: string): Promise<string> {
  const response = await fetch(server.url + url, { headers: { Authorization: login } });
  const hash = createHash('sha256');
  for await (const chunk of response.body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

/** The most memory that a process has held so far, in bytes. */
function mostMemory({ pid }: Serving): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
