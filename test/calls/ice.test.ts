import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../../src/ground/clock.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { start, tab } from './scene.ts';

const secret = 'shared with the relay';
const urls = ['turn:chat.example.com:3478?transport=udp'];

interface IceServer {
  urls: string[];
  username: string;
  credential: string;
}

/** What a member gets who joins now. */
async function iceServersOf(server: TestServer): Promise<IceServer[]> {
  const { id } = await start(server, 'alice');
  const { body } = await server.as('alice').post(`/calls/${id}/members`, { session: tab('alice'), take_over: true });
  return body.ice_servers;
}

describe('the servers that help browsers to reach each other', () => {
  it('are none by default, and those of the settings', async (t) => {
    const server = await startServer(t);
    assert.deepEqual(await iceServersOf(server), []);

    const stun_url = ['stun:chat.example.com:3478', 'stuns:chat.example.com'];
    Object.assign(server.app.config, { stun_url, relay: { urls, secret } });

    const username = `${server.clock.now() + 21_600}:${server.users.alice.id}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    assert.deepEqual(await iceServersOf(server), [{ urls: stun_url }, { urls, username, credential }]);
  });

  const skip = spawnSync('turnutils_uclient', []).error ? 'there is no turnserver here' : false;
  it('are those of coturn, which refuses credentials that have ended or are forged', { skip }, async (t) => {
    const port = await startRelay(t);
    const server = await startServer(t);
    Object.assign(server.app.config, { relay: { urls: [`turn:127.0.0.1:${port}`], secret } });
    const credentialsAt = async (seconds: number): Promise<IceServer> => {
      server.clock.seconds = seconds;
      return (await iceServersOf(server))[0] as IceServer;
    };
    const now = systemClock.now();

    const valid = await credentialsAt(now);
    const ended = await credentialsAt(now - 21_601);

    assert.equal(await relays(port, valid), true);
    assert.equal(await relays(port, ended), false);
    assert.equal(await relays(port, { ...valid, username: valid.username.replace(/\d$/, '9') }), false);
    const forged = createHmac('sha1', 'another secret').update(valid.username).digest('base64');
    assert.equal(await relays(port, { ...valid, credential: forged }), false);
  });
});

/** Starts coturn on a free port of this machine, until the test ends. */
async function startRelay(t: TestContext): Promise<number> {
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

/** Whether a packet reaches another client through the relay. */
function relays(port: number, { username, credential }: IceServer): Promise<boolean> {
  const args = ['-u', username, '-w', credential, '-y', '-n', '1', '-m', '1', '-p', `${port}`, '127.0.0.1'];
  return new Promise((resolve) => {
    execFile('turnutils_uclient', args, { timeout: 30_000 }, (error) => resolve(error === null));
  });
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
