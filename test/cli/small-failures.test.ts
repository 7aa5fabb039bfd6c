import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { publicUrlOf } from '../../src/ground/addresses.ts';
import { makePlace } from './place.ts';

describe('a file that cannot be written', () => {
  it('is named in one sentence, with the reason', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });
    writeFileSync(place.path('file'), '');

    for (const command of [['backup'], ['export'], ['export', '--format', 'zulip'], ['export', '--format', 'html']]) {
      const [missing, occupied] = await Promise.all([
        place.ask([...command, 'nowhere/chat']),
        place.ask([...command, 'file/chat']),
      ]);
      assert.deepEqual(missing, {
        exitCode: 1,
        stdout: '',
        stderr: `chatd: ${place.path('nowhere/chat')} cannot be written: its folder does not exist.\n`,
      });
      assert.deepEqual(occupied, {
        exitCode: 1,
        stdout: '',
        stderr: `chatd: ${place.path('file/chat')} cannot be written: a file is in the way.\n`,
      });
    }
  });
});

describe('chatd settings set', () => {
  it('says in plain words what a value must be', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });

    const refused = [
      await place.ask(['settings', 'set', 'invite_required', 'maybe']),
      await place.ask(['settings', 'set', 'waiting_period_threshold', 'three']),
    ];

    assert.deepEqual(
      refused.map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [2, 'chatd: invite_required must be true or false, not maybe.\n'],
        [2, 'chatd: waiting_period_threshold must be a whole number, not three.\n'],
      ],
    );
  });
});

describe('links that commands print while no server runs', () => {
  it('have the public URL of the last server', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });
    const server = await place.serve(['--public-url', 'https://chat.example.com']);
    await server.end('SIGTERM');

    const invited = await place.ask(['invite']);
    const reset = await place.ask(['reset-password', 'ada@example.com', '--link']);
    await place.ask([
      'create-user',
      'bot@example.com',
      '--name',
      'Bot',
      '--bot',
      '--owner',
      'ada@example.com',
      '--zuliprc',
      'rc',
    ]);
    const elsewhere = await place.ask(['invite', '--public-url', 'https://other.example.com']);

    assert.match(invited.stdout, /^https:\/\/chat\.example\.com\/join\//);
    assert.match(reset.stdout, /https:\/\/chat\.example\.com\//);
    assert.match(readFileSync(place.path('rc'), 'utf8'), /^site=https:\/\/chat\.example\.com$/m);
    assert.match(elsewhere.stdout, /^https:\/\/other\.example\.com\/join\//);
  });

  it('have the default one where the record is damaged', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });
    mkdirSync(place.path('chatd-data'), { recursive: true });
    writeFileSync(place.path('chatd-data/public-url'), 'nothing of the kind');

    assert.match((await place.ask(['invite'])).stdout, /^http:\/\/127\.0\.0\.1:9991\/join\//);
  });
});

describe('the URL of a server that listens on all addresses', () => {
  const loopback = { address: '127.0.0.1', family: 'IPv4', internal: true } as const;
  const local = { address: 'fe80::1', family: 'IPv6', internal: false } as const;
  const outer = { address: '192.168.1.5', family: 'IPv4', internal: false } as const;
  const at = (host: string, interfaces: Parameters<typeof publicUrlOf>[1]) =>
    publicUrlOf({ listen: { host, port: 9991 } }, interfaces);

  it('is that of the machine in its network', () => {
    assert.deepEqual(
      [
        at('0.0.0.0', { lo: [loopback], eth0: [local, outer] }),
        at('::', { lo: [loopback], eth0: [outer] }),
        at('0.0.0.0', { lo: [loopback], eth0: [local] }),
        at('::', { lo: [loopback] }),
        at('127.0.0.1', { eth0: [outer] }),
      ],
      [
        'http://192.168.1.5:9991',
        'http://192.168.1.5:9991',
        'http://127.0.0.1:9991',
        'http://[::1]:9991',
        'http://127.0.0.1:9991',
      ],
    );
  });
});
