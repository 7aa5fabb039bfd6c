// Puts Caddy before a server, with the two lines of the README, and asks through it: pages, messages, a long poll, a
// large upload, and whose address the audit log has. Prints what it saw. Builds Caddy from its Go module first, unless
// CHATD_TEST_CADDY names one.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccount, startProcess } from '../crash/server-process.ts';
import { until } from '../support/until.ts';

const version = 'v2.10.2';
const cache = fileURLToPath(new URL(`../../node_modules/.cache/caddy-${version}`, import.meta.url));
/** An address of this machine that others could have too: a proxy has no clients with a loopback address. */
const visitor = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
const uploadLength = 60 * 1024 * 1024;

function buildCaddy(): string {
  const program = process.env.CHATD_TEST_CADDY ?? join(cache, 'caddy');
  if (existsSync(program)) return program;
  const module = `github.com/caddyserver/caddy/v2/cmd/caddy@${version}`;
  execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: cache }, stdio: 'inherit' });
  return program;
}

/** The Caddyfile of the README for other names, with a certificate of its own making. */
function caddyfileFor(host: string, upstream: string): string {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const [, site = ''] = /^```\n(chat\.example\.com\n.*?)^```$/ms.exec(readme) ?? [];
  assert.equal(site.trim().split('\n').length, 2);
  const own = site.replace('chat.example.com', host).replace('127.0.0.1:9991', upstream);
  return `{\nlocal_certs\nskip_install_trust\ndefault_bind 127.0.0.1\nauto_https disable_redirects\nadmin off\n}\n${own}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Asks through Caddy, whose certificate nobody knows; the address of a client is another than Caddy's. */
function askOf(port: number, auth: string) {
  return async (path: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      ...(visitor && { localAddress: visitor }),
      rejectUnauthorized: false,
    };
    const all = { Host: `localhost:${port}`, Authorization: auth, 'X-Forwarded-For': '203.0.113.7', ...headers };
    const asked = request({ ...options, path, method, headers: all }).end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const text = (await response.toArray()).join('');
    return { status: response.statusCode, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function tryCaddy(): Promise<void> {
  const program = buildCaddy();
  const folder = mkdtempSync(join(tmpdir(), 'chatd-caddy-'));
  const port = await freePort();
  const { email, key } = await createAccount(join(folder, 'data'), 'ada@example.com');
  const server = await startProcess(join(folder, 'data'), {
    CHATD_TRUSTED_PROXY: '127.0.0.1',
    CHATD_PUBLIC_URL: `https://localhost:${port}`,
  });
  writeFileSync(join(folder, 'Caddyfile'), caddyfileFor(`localhost:${port}`, new URL(server.url).host));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = spawn(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env,
    stdio: 'ignore',
  });
  const gone = once(caddy, 'exit');
  try {
    const ask = askOf(port, `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`);
    await until(async () => (await ask('/health').catch(() => ({ status: 0 }))).status === 200);
    await askAll(ask);
  } finally {
    caddy.kill('SIGTERM');
    await gone;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askAll(ask: ReturnType<typeof askOf>): Promise<void> {
  const page = await ask('/login', { headers: { Authorization: '' } });
  console.log(`login page: ${page.status}, ${page.text.length} characters`);
  const queue = await ask('/api/v1/register', { method: 'POST', headers: form, body: 'event_types=["message"]' });
  const poll = ask(`/api/v1/events?queue_id=${queue.body.queue_id}&last_event_id=-1`);
  await ask('/api/v1/users/me/subscriptions', {
    method: 'POST',
    headers: form,
    body: 'subscriptions=[{"name":"general"}]',
  });
  const sent = await ask('/api/v1/messages', {
    method: 'POST',
    headers: form,
    body: 'type=stream&to=general&topic=x&content=hi',
  });
  const { body } = await poll;
  console.log(`message ${sent.status}, event of it: ${body.events?.[0]?.message?.content}`);
  const name = 'boundary';
  const start = `--${name}\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\n\r\n`;
  const upload = await ask('/api/v1/user_uploads', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${name}` },
    body: Buffer.concat([Buffer.from(start), randomBytes(uploadLength), Buffer.from(`\r\n--${name}--\r\n`)]),
  });
  console.log(`upload of ${uploadLength / 1024 / 1024} MiB: ${upload.status}`);
  await ask('/api/v1/realm', { method: 'PATCH', headers: form, body: 'description="Behind Caddy"' });
  const { body: log } = await ask('/api/v1/realm/audit_log');
  const [entry] = log.entries;
  console.log(`address in the audit log: ${entry.address}`);
  assert.deepEqual(
    [page.status, sent.status, body.events?.[0]?.message?.content, upload.status, entry.address],
    [200, 200, 'hi', 200, visitor ?? '127.0.0.1'],
  );
}

await tryCaddy();
