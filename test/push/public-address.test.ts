import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPrivateAddress, lookupPublic } from '../../src/push/public-address.ts';

describe('isPrivateAddress', () => {
  const closed = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::7f00:1]',
    '[fc00::1]',
    '[fd12::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '::1',
  ];
  const open = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.15.0.1', '172.32.0.1', '192.167.1.1', '[2606:4700::1111]'];
  for (const address of closed) it(`is true of ${address}`, () => assert.equal(isPrivateAddress(address), true));
  for (const address of open) it(`is false of ${address}`, () => assert.equal(isPrivateAddress(address), false));

  it('is false of names', () => assert.equal(isPrivateAddress('localhost'), false));
});

describe('lookupPublic', () => {
  for (const all of [true, false]) {
    it(`finds nothing where a name leads to this machine${all ? ', asked for all addresses' : ''}`, async () => {
      const message = await new Promise((resolve) => {
        lookupPublic('localhost', { all }, (error) => resolve(error?.message));
      });

      assert.equal(message, 'localhost leads into a private network');
    });
  }
});
