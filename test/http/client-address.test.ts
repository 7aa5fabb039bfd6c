import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { parseNetwork } from '../../src/ground/addresses.ts';
import { ClientAddresses, countedAddress, isFromHere, isLoopback } from '../../src/http/client-address.ts';

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the address of a client', () => {
  it('is that of the connection, whatever the client writes', () => {
    const addresses = new ClientAddresses();

    assert.equal(addresses.of(request('192.0.2.1', '198.51.100.7')), '192.0.2.1');
    assert.equal(addresses.of(request('::ffff:192.0.2.1')), '192.0.2.1');
  });

  it('is what a trusted proxy wrote, and never what its client did', () => {
    const addresses = new ClientAddresses(['10.0.0.0/8', '::1/128']);

    const cases: [remote: string, forwarded: string | undefined, expected: string][] = [
      ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
      ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
      ['::1', '2001:db8::5', '2001:db8::5'],
      ['10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
      ['10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
      ['10.1.2.3', '10.4.4.4', '10.4.4.4'],
      ['10.1.2.3', 'nonsense', '10.1.2.3'],
      ['10.1.2.3', 'nonsense, 198.51.100.7', '198.51.100.7'],
      ['10.1.2.3', '127.0.0.1, 10.4.4.4', '10.4.4.4'],
      ['10.1.2.3', '::1', '10.1.2.3'],
      ['10.1.2.3', '', '10.1.2.3'],
      ['10.1.2.3', '198.51.100.7:5678', '198.51.100.7'],
      ['10.1.2.3', '203.0.113.9:1, [2001:db8::5]:99', '2001:db8::5'],
      ['::1', '[2001:db8::5]', '2001:db8::5'],
      ['::1', '127.0.0.1', '::1'],
      ['::1', 'unknown', 'unknown'],
      ['::1', '198.51.100.7, 1.2.3:4', 'unknown'],
      ['10.1.2.3', undefined, '10.1.2.3'],
      ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ];
    for (const [remote, forwarded, expected] of cases) {
      assert.equal(addresses.of(request(remote, forwarded)), expected, `${remote} ${forwarded}`);
    }
  });

  it('of a proxy on this machine that is not named is warned of once', () => {
    const warned: string[] = [];
    const unnamed = new ClientAddresses(['10.0.0.0/8'], (event) => warned.push(event));
    const named = new ClientAddresses(['127.0.0.1/32'], (event) => warned.push(event));

    named.of(request('127.0.0.1', '198.51.100.7'));
    unnamed.of(request('127.0.0.1'));
    unnamed.of(request('192.0.2.1', '198.51.100.7'));
    assert.deepEqual(warned, []);
    unnamed.of(request('127.0.0.1', '198.51.100.7'));
    unnamed.of(request('127.0.0.1', '198.51.100.7'));

    assert.deepEqual(warned, [
      'a proxy on this machine is missing in --trusted-proxy, so its clients have no rate limits',
    ]);
  });

  it('counts together with its network, where it is of version 6', () => {
    assert.equal(countedAddress('192.0.2.1'), '192.0.2.1');
    assert.equal(countedAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(countedAddress('2001:db8::6'), '2001:db8:0:0::/64');
    assert.equal(countedAddress('fe80::1%eth0'), 'fe80:0:0:0::/64');
    assert.equal(countedAddress('::5'), '0:0:0:0::/64');
  });

  it('is of this machine or not', () => {
    assert.deepEqual(['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '::2', ''].map(isLoopback), [
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});

describe('a network of proxies', () => {
  it('is read in either version, with or without a length', () => {
    const networks = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1', ' 192.0.2.0/24 '].map(parseNetwork);

    assert.deepEqual(networks, ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8', '::1/128', '192.0.2.0/24']);
  });

  it('is nothing else', () => {
    const texts = ['', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::1/129', '*'];

    for (const text of texts) assert.equal(parseNetwork(text), undefined, text);
  });
});

/** A request over a connection, with the Host that the address there has unless the headers name another. */
function arrived(client: string, server: string, headers: Record<string, string> = {}, rest: object = {}) {
  const host = server.includes('.') ? server.replace('::ffff:', '') : `[${server}]`;
  const socket = { remoteAddress: client, localAddress: server, localPort: 9991 };
  return {
    socket,
    httpVersion: '1.1',
    headers: { host: `${host}:9991`, ...headers },
    ...rest,
  } as unknown as IncomingMessage;
}

describe('a request of the person at the machine of the server', () => {
  it('comes from an address of this machine, and asks the one that it arrives at', () => {
    for (const request of [
      arrived('127.0.0.1', '127.0.0.1'),
      arrived('127.0.0.1', '127.0.0.1', { host: 'localhost:9991' }),
      arrived('127.0.0.1', '127.0.1.1'),
      arrived('::1', '::1'),
      arrived('::ffff:127.0.0.1', '::ffff:127.0.0.1'),
      arrived('192.168.7.7', '192.168.7.7'),
      arrived('::ffff:192.168.7.7', '::ffff:192.168.7.7'),
      arrived('2001:db8::7', '2001:db8::7'),
    ]) {
      assert.equal(isFromHere(request), true, JSON.stringify(request));
    }
    const usual = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1', localPort: 443, encrypted: true };
    assert.equal(isFromHere(arrived('', '', { host: '127.0.0.1' }, { socket: usual })), true);
  });

  it('comes from no other machine', () => {
    for (const client of ['192.168.7.8', '10.0.0.1', '2001:db8::8', '::ffff:192.168.7.8']) {
      assert.equal(isFromHere(arrived(client, '192.168.7.7')), false, client);
      assert.equal(isFromHere(arrived(client, '192.168.7.7', { host: 'localhost:9991' })), false, client);
    }
  });

  it('comes through no proxy, which names its client or is asked at another address', () => {
    const names = [
      ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'x-client-ip'],
      ...[
        'true-client-ip',
        'cf-connecting-ip',
        'fastly-client-ip',
        'x-original-forwarded-for',
        'x-request-id',
        'cdn-loop',
      ],
    ];
    for (const name of names) {
      for (const address of ['127.0.0.1', '192.168.7.7']) {
        assert.equal(isFromHere(arrived(address, address, { [name]: '192.168.7.8' })), false, name);
        assert.equal(isFromHere(arrived(address, address, { [name]: '' })), false, name);
      }
    }
    for (const host of [
      ...['chat.example.com', 'chat.example.com:9991', '127.0.0.1', '127.0.0.1:80', '192.168.7.7:9991', 'chatd.local'],
      ...['localhost.example.com:9991', 'localhost', '', 'a b', '127.0.0.1:9991@x'],
    ]) {
      assert.equal(isFromHere(arrived('127.0.0.1', '127.0.0.1', { host })), false, host);
    }
    assert.equal(isFromHere(arrived('192.168.7.7', '192.168.7.7', { host: 'localhost:9991' })), false);
    assert.equal(isFromHere(arrived('127.0.0.1', '127.0.0.1', {}, { httpVersion: '1.0' })), false);
  });
});
