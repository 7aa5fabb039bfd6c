import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createProgram } from '../../src/cli/program.ts';
import { makePlace } from './place.ts';

const [url, org] = ['https://push.example.com', '123e4567-e89b-12d3-a456-426614174000'];
const address = /must look like 127\.0\.0\.1:9991/;
const count = /must be a whole number/;
const empty = /must not be empty/;

/** Values that each setting of a server refuses, and what it says then. `file.txt` holds no setting of any kind. */
const wrongValues: Readonly<Record<string, readonly (readonly [value: string, said: RegExp])[]>> = {
  '--listen': [
    ['here', address],
    ['127.0.0.1:99999', address],
    ['', address],
    ['9991 ', address],
  ],
  '--data-dir': [
    ['', empty],
    ['file.txt', /cannot be the data directory: a file of that name is in the way/],
  ],
  '--public-url': [
    ['chat example.com', /must look like https/],
    ['https://example.com/chat', /It has a path\. It must look like https/],
    ['https://ann@example.com', /It names a user\. It must look like https/],
    ['https://:secret@example.com', /It names a user\./],
    ['https://example.com?team=1', /It has a query\./],
    ['https://example.com/#team', /It has a fragment\./],
    ['ftp://example.com', /must look like https/],
    ['http://example.com:99999', /must look like https/],
  ],
  '--log-format': [
    ['xml', /must be text or json/],
    ['', /must be text or json/],
    ['JSON', /must be text or json/],
  ],
  '--log-level': [
    ['loud', /must be debug, info, warn or error/],
    ['', /must be debug/],
  ],
  '--max-upload-mib': [
    ['0', count],
    ['-1', count],
    ['1.5', count],
    ['1e3', count],
    ['', count],
  ],
  '--upload-quota-mib': [
    ['0', count],
    ['much', count],
    ['1000000000', count],
  ],
  '--keep-free-mib': [
    ['-1', count],
    ['5 %', count],
  ],
  '--backup-dir': [
    ['nowhere/backups', /--backup-dir \S+nowhere\/backups cannot hold backups: it does not exist/],
    ['file.txt', /cannot hold backups: a file is in the way/],
    ['', empty],
  ],
  '--backup-keep': [
    ['0', count],
    ['10000', count],
    ['all', count],
  ],
  '--rate-limits': [
    ['1,2', /must look like 200,2000,100/],
    ['0,0,0', /or be none/],
    ['no', /or be none/],
  ],
  '--trusted-proxy': [
    ['10.0.0.0/99', /must look like 10/],
    [',', /must look like 10/],
    ['proxy', /must look like 10/],
  ],
  '--tls-cert': [
    ['file.txt', /belong together/],
    ['', empty],
  ],
  '--tls-key': [
    ['file.txt', /belong together/],
    ['', empty],
  ],
  '--acme': [
    ['you', /must look like you@example\.com/],
    ['you@example.com', /--acme needs a --public-url with a name/],
    ['', /must look like you@example\.com/],
  ],
  '--acme-names': [
    ['chat', /must look like chat\.example\.com,talk/],
    ['chat.example.com', /--acme-names needs --acme/],
    ['', /must look like chat\.example\.com,talk/],
  ],
  '--acme-directory': [
    ['http://ca.example.com', /must look like https:/],
    ['https://ca.example.com', /--acme-directory needs --acme/],
    ['', /must look like https:/],
  ],
  '--acme-ca-file': [
    ['none.pem', /--acme-ca-file needs --acme/],
    ['', empty],
  ],
  '--http-listen': [
    ['here', /or be none/],
    ['8080', /--http-listen leads to HTTPS/],
    ['', /or be none/],
  ],
  '--metrics-listen': [
    ['here', address],
    ['', address],
  ],
  '--sso-file': [
    ['none.json', /--sso-file none\.json cannot .*: no such file or directory/],
    ['file.txt', /it is not JSON/],
    ['.', /illegal operation on a directory/],
    ['', empty],
  ],
  '--smtp-url': [
    ['mail.example.com', /--smtp-url must be a URL like smtp:/],
    ['http://mail.example.com', /--smtp-url must be a URL like smtp:/],
  ],
  '--smtp-url-file': [
    ['none.txt', /--smtp-url-file none\.txt cannot be used: .*no such file/],
    ['file.txt', /--smtp-url-file file\.txt must hold a URL like smtp:/],
    ['empty.txt', /--smtp-url-file empty\.txt cannot be used: it is empty/],
    ['.', /cannot be used: .*directory/],
    ['', empty],
  ],
  '--mail-from': [
    ['chat', /must look like chat@/],
    ['', /must look like chat@/],
  ],
  '--mail-in': [
    ['25', /must look like 127/],
    ['192.0.2.1:25', /on this machine/],
    ['http://127.0.0.1:25', /must look like/],
  ],
  '--mail-domain': [
    ['a b', /must look like chat/],
    ['@example.com', /must look like chat/],
  ],
  '--push-service-url': [
    ['push.example.com', /must look like https/],
    ['http://push.example.com', /must look like/],
    [url, /-org/],
  ],
  '--push-service-org': [
    ['12', /must be a UUID/],
    [org, /-url/],
  ],
  '--push-service-key-file': [
    ['none.txt', /-url/],
    ['', empty],
  ],
  '--stun-url': [
    ['stun.example.com', /must look like stun:/],
    ['https://example.com', /must look like stun:/],
    ['turn:example.com', /must look like stun:/],
  ],
  '--turn-url': [
    ['stun:example.com', /must look like turn:/],
    ['turn:me@example.com', /must look like turn:/],
    ['turn:example.com', /needs the secret/],
  ],
  '--turn-secret-file': [
    ['none.txt', /-url/],
    ['', empty],
  ],
  '--private-web-push': [['maybe', /must be yes or no/]],
};

const serve = (await createProgram()).commands.find((command) => command.name() === 'serve');
const settings = (serve?.options ?? []).filter(({ envVar }) => envVar !== undefined);

describe('a setting of a server', () => {
  it('has wrong values here', () => {
    assert.deepEqual(
      settings.map(({ long }) => long),
      Object.keys(wrongValues),
    );
  });

  for (const { long, envVar } of settings) {
    const cases = wrongValues[long ?? ''] ?? [];
    it(`${long} with a wrong value ends the command with 3 and one line, also in its variable`, async (t) => {
      const place = makePlace(t);
      writeFileSync(place.path('file.txt'), 'nothing of any kind');
      writeFileSync(place.path('empty.txt'), '');

      for (const [value, said] of cases) {
        // An empty variable counts as one that is not set.
        const runs = [place.ask(['serve', `${long}=${value}`])];
        if (value !== '') runs.push(place.ask(['serve'], { [envVar ?? '']: value }));
        for (const { exitCode, stdout, stderr } of await Promise.all(runs)) {
          assert.deepEqual([exitCode, stdout], [3, ''], `${long} ${value}: ${stderr}`);
          assert.match(stderr, said);
          assert.match(stderr, /^chatd: [^\n]+\.\n(chatd serve --help shows details\.\n)?$/);
          assert.doesNotMatch(stderr, /\bE[A-Z]{4,}\b/);
        }
      }
    });
  }
});
