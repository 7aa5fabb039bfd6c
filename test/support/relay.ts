import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { TestContext } from 'node:test';

/** Why no relay can be started here; false where one can. */
export const noRelay: string | false =
  spawnSync('turnutils_uclient', []).error !== undefined && 'there is no turnserver here';

/** Starts coturn on a free port of this machine, until the test ends. Returns the port. */
export async function startRelay(t: TestContext, secret: string): Promise<number> {
  const folder = mkdtempSync(joinPath(tmpdir(), 'chatd-turn-'));
  const port = await freePort();
  const relay = spawn(
    'turnserver',
    [
      ...['-n', '--listening-ip', '127.0.0.1', '--relay-ip', '127.0.0.1', '--listening-port', `${port}`],
      ...['--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=chat.example.com', '--allow-loopback-peers'],
      ...['--no-cli', '--no-tls', '--no-dtls', '--simple-log', '--log-file', 'stdout'],
      ...['--pidfile', joinPath(folder, 'pid'), '--userdb', joinPath(folder, 'users')],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => relay.once('exit', resolve));
  t.after(async () => {
    relay.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  await answer(port);
  return port;
}

/** Waits until a server answers a binding request of STUN (RFC 8489). */
async function answer(port: number): Promise<void> {
  const socket = createSocket('udp4');
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), Buffer.alloc(12, 1)]);
  const asking = setInterval(() => socket.send(request, port, '127.0.0.1'), 200);
  await new Promise((resolve) => socket.once('message', resolve));
  clearInterval(asking);
  socket.close();
}

function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** A way to a relay, which a test can interrupt: what is sent over it meanwhile is lost. */
export interface Way {
  port: number;
  isOpen: boolean;
}

/** Opens another port that leads to a relay. */
export async function openWay(t: TestContext, relay: number): Promise<Way> {
  const entrance = createSocket('udp4');
  const exits = new Map<number, Socket>();
  const port = await freePort();
  const way: Way = { port, isOpen: true };
  const openExit = (sender: RemoteInfo): Socket => {
    const exit = createSocket('udp4');
    exit.on('message', (packet) => way.isOpen && entrance.send(packet, sender.port, sender.address));
    exits.set(sender.port, exit);
    return exit;
  };
  entrance.on('message', (packet, sender) => {
    if (way.isOpen) (exits.get(sender.port) ?? openExit(sender)).send(packet, relay, '127.0.0.1');
  });
  await new Promise<void>((resolve) => entrance.bind(port, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of [entrance, ...exits.values()]) socket.close();
  });
  return way;
}
