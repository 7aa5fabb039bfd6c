import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/ground/clock.ts';
import { noRelay, startRelay } from '../support/relay.ts';
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

  const skip = noRelay;
  it('are those of coturn, which refuses credentials that have ended or are forged', { skip }, async (t) => {
    const port = await startRelay(t, secret);
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

/** Whether a packet reaches another client through the relay. */
function relays(port: number, { username, credential }: IceServer): Promise<boolean> {
  const args = ['-u', username, '-w', credential, '-y', '-n', '1', '-m', '1', '-p', `${port}`, '127.0.0.1'];
  return new Promise((resolve) => {
    execFile('turnutils_uclient', args, { timeout: 30_000 }, (error) => resolve(error === null));
  });
}
