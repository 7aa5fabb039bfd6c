import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPrivateAddress, lookupPublic } from '../../src/push/public-address.ts';

/** Each range of addresses that are not of the internet, between its neighbours, which are. */
const ranges: readonly { before?: string; first: string; last: string; after?: string }[] = [
  { first: '0.0.0.0', last: '0.255.255.255', after: '1.0.0.0' },
  { before: '9.255.255.255', first: '10.0.0.0', last: '10.255.255.255', after: '11.0.0.0' },
  { before: '100.63.255.255', first: '100.64.0.0', last: '100.127.255.255', after: '100.128.0.0' },
  { before: '126.255.255.255', first: '127.0.0.0', last: '127.255.255.255', after: '128.0.0.0' },
  { before: '169.253.255.255', first: '169.254.0.0', last: '169.254.255.255', after: '169.255.0.0' },
  { before: '172.15.255.255', first: '172.16.0.0', last: '172.31.255.255', after: '172.32.0.0' },
  { before: '191.255.255.255', first: '192.0.0.0', last: '192.0.0.255', after: '192.0.1.0' },
  { before: '192.0.1.255', first: '192.0.2.0', last: '192.0.2.255', after: '192.0.3.0' },
  { before: '192.88.98.255', first: '192.88.99.0', last: '192.88.99.255', after: '192.88.100.0' },
  { before: '192.167.255.255', first: '192.168.0.0', last: '192.168.255.255', after: '192.169.0.0' },
  { before: '198.17.255.255', first: '198.18.0.0', last: '198.19.255.255', after: '198.20.0.0' },
  { before: '198.51.99.255', first: '198.51.100.0', last: '198.51.100.255', after: '198.51.101.0' },
  { before: '203.0.112.255', first: '203.0.113.0', last: '203.0.113.255', after: '203.0.114.0' },
  { before: '223.255.255.255', first: '224.0.0.0', last: '255.255.255.255' },
  { first: '[::]', last: `[1fff${':ffff'.repeat(7)}]`, after: '[2000::]' },
  {
    before: `[2000${':ffff'.repeat(7)}]`,
    first: '[2001::]',
    last: `[2001:1ff${':ffff'.repeat(6)}]`,
    after: '[2001:200::]',
  },
  {
    before: `[2001:db7${':ffff'.repeat(6)}]`,
    first: '[2001:db8::]',
    last: `[2001:db8${':ffff'.repeat(6)}]`,
    after: '[2001:db9::]',
  },
  { before: `[2001${':ffff'.repeat(7)}]`, first: '[2002::]', last: `[2002${':ffff'.repeat(7)}]`, after: '[2003::]' },
  { before: `[3fff${':ffff'.repeat(7)}]`, first: '[4000::]', last: `[ffff${':ffff'.repeat(7)}]` },
];

describe('isPrivateAddress', () => {
  for (const { before, first, last, after } of ranges) {
    it(`is true from ${first} to ${last}, and false on both sides`, () => {
      assert.deepEqual([first, last].map(isPrivateAddress), [true, true]);
      assert.deepEqual([before, after].filter((one) => one !== undefined).filter(isPrivateAddress), []);
    });
  }

  const closed = [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
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
  const open = ['1.1.1.1', '8.8.8.8', '[2606:4700::1111]'];
  for (const address of closed) it(`is true of ${address}`, () => assert.equal(isPrivateAddress(address), true));
  for (const address of open) it(`is false of ${address}`, () => assert.equal(isPrivateAddress(address), false));

  it('is false of names', () => assert.equal(isPrivateAddress('localhost'), false));
});

describe('lookupPublic', () => {
  for (const all of [true, false]) {
    it(`finds nothing where a name leads to this machine${all ? ', asked for all addresses' : ''}`, async () => {
      const message = await new Promise((resolve) => {
        // Resolvers know this one without a file that names the machine.
        lookupPublic('127.1', { all }, (error) => resolve(error?.message));
      });

      assert.equal(message, '127.1 resolves to an address in a private network');
    });
  }
});
