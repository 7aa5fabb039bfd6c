import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createAccount, type ServerProcess, startProcess } from '../crash/server-process.ts';
import { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { arrive, composer } from './browser.ts';

/** A server that can be killed, and one's own topic there. */
export async function openScene(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-crash-'));
  const login = await createAccount(folder, 'ada@example.com');
  let server: ServerProcess = await startProcess(folder);
  t.after(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });
  const { url } = server;
  const client = new Client(url, login);
  await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'river' }] });
  const { body } = await client.get('/get_stream_id', { stream: 'river' });
  const at = `/#narrow/channel/${body.stream_id}-river/topic/levels`;
  const restart = async () => {
    server = await startProcess(folder, {}, new URL(url).host);
  };
  return {
    url,
    at,
    client,
    channel: body.stream_id as number,
    kill: () => server.kill(),
    stop: () => server.stop(),
    restart,
  };
}

/** A way to a server that can refuse, swallow and cut connections. */
async function openProxy(t: TestContext, target: string) {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let mode: 'pass' | 'swallow' | 'cut' = 'pass';
  const proxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (mode === 'cut') socket.destroy();
    if (mode !== 'pass') return;
    const onward = connect(Number(port), '127.0.0.1');
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const set = (next: typeof mode) => {
    mode = next;
    if (next !== 'pass') for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, set };
}

/** A page that reaches a server process through a proxy. */
export async function openDistant(t: TestContext) {
  const scene = await openScene(t);
  const proxy = await openProxy(t, scene.url);
  const extraHTTPHeaders = { Authorization: scene.client.authorization };
  const page = await arrive({ url: proxy.url } as TestServer, { at: scene.at, extraHTTPHeaders });
  t.after(() => page.context().close());
  await composer(page).waitFor();
  return { ...scene, page, proxy };
}
