import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { parseNetwork } from '../../src/ground/addresses.ts';
import { ClientAddresses, countedAddress, isLoopback } from '../../src/http/client-address.ts';

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
