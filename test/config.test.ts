import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseListen, parsePublicUrl } from '../src/ground/addresses.ts';

describe('an address to listen on', () => {
  it('is a host and a port, either alone, or a port of all addresses', () => {
    const texts = [
      '127.0.0.1:80',
      '0.0.0.0',
      '9000',
      ':9000',
      'localhost',
      'chat.test:1',
      '::',
      '::1',
      '[::1]',
      '[::1]:80',
    ];

    const parsed = texts.map((text) => {
      const { host, port } = parseListen(text) ?? {};
      return `${host} ${port}`;
    });

    assert.deepEqual(parsed, [
      '127.0.0.1 80',
      '0.0.0.0 9991',
      '127.0.0.1 9000',
      '0.0.0.0 9000',
      'localhost 9991',
      'chat.test 1',
      ':: 9991',
      '::1 9991',
      '::1 9991',
      '::1 80',
    ]);
  });

  it('is no word alone, and has a port that exists', () => {
    const texts = ['', 'here', '65536', '127.0.0.1:65536', '127.0.0.1:', ':', 'a b', 'http://127.0.0.1', '127.0.0.1/x'];

    assert.deepEqual(
      texts.map((text) => parseListen(text)),
      texts.map(() => undefined),
    );
  });
});

describe('a public URL', () => {
  it('is https for a host alone, and http for this machine and for IP addresses', () => {
    const texts = [
      'chat.example.com',
      'chat.example.com:8443',
      'localhost:9991',
      '192.168.1.7:9991',
      '[::1]:9991',
      'http://x.test/',
    ];

    const parsed = texts.map(parsePublicUrl);

    assert.deepEqual(parsed, [
      'https://chat.example.com',
      'https://chat.example.com:8443',
      'http://localhost:9991',
      'http://192.168.1.7:9991',
      'http://[::1]:9991',
      'http://x.test',
    ]);
  });

  it('has no path, login, port 0 or other scheme', () => {
    const texts = [
      '',
      'chat.example.com/team',
      'https://x.test/a',
      'ftp://x.test',
      'https://a:b@x.test',
      'a b',
      'x.test:0',
    ];

    assert.deepEqual(
      texts.map(parsePublicUrl),
      texts.map(() => undefined),
    );
  });
});
