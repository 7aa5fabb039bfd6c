import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { failImport, importBroken, importFiles, listProblems, makeFolder, openEmpty } from '../scene.ts';
import { bytesOf, directoryOf, zip, zipFiles } from '../zip-file.ts';
import { type Fields, message, tsOf, user, wholeExport } from './slack-export.ts';

const list = (files: Fields, name: string) => files[name] as Fields[];
const first = (files: Fields, name: string) => list(files, name)[0] as Fields;
const set = (record: Fields, fields: Fields) => Object.assign(record, fields);
/** A file as text, with something replaced. */
const rewritten = (files: Fields, name: string, from: string | RegExp, to: string) =>
  set(files, { [name]: JSON.stringify(files[name], undefined, 2).replace(from, to) });

/** How an export can be broken, and what is said of it. */
const breaks: Readonly<Record<string, [breaking: (files: Fields) => unknown, message: RegExp]>> = {
  'no users.json': [(files) => delete files['users.json'], /^users\.json is missing\.$/],
  'no list of conversations': [
    (files) => ['channels', 'groups', 'mpims', 'dms'].map((name) => delete files[`${name}.json`]),
    /^channels\.json is missing\.$/,
  ],
  'users that are no list': [(files) => set(files, { 'users.json': {} }), /^users\.json, line 1: it is not a list\.$/],
  'users that are no JSON': [
    (files) => rewritten(files, 'users.json', '"tz": "Europe/Berlin"', '"tz": Europe'),
    /^users\.json, line \d+, record 1 is not JSON as expected: /,
  ],
  'users that end in the middle': [
    (files) => rewritten(files, 'users.json', /"U06"[\s\S]*$/, '"U06"'),
    /^users\.json, line \d{2,3}: the rest is not JSON as expected: it ends in the middle\.$/,
  ],
  'something after the users': [
    (files) => rewritten(files, 'users.json', /$/, '!'),
    /^users\.json, line \d{2,3}: the rest is not JSON as expected: something follows its end\.$/,
  ],
  'a user without an id': [
    (files) => delete first(files, 'users.json').id,
    /^users\.json, line 2, record 1: "id" is missing\.$/,
  ],
  'a user whose id is a number': [
    (files) => set(first(files, 'users.json'), { id: 7 }),
    /record 1: "id" is not a text/,
  ],
  'a user twice': [
    (files) => list(files, 'users.json').push(user('U01', 'Other One')),
    /^users\.json, line \d{2,3}, record 7: the user U01 is there twice\.$/,
  ],
  'a profile that is a list': [
    (files) => set(first(files, 'users.json'), { profile: [] }),
    /^users\.json, line 2, record 1: "profile" is not an object\.$/,
  ],
  'a user without any name': [
    (files) => set(first(files, 'users.json'), { name: null, real_name: null, profile: {} }),
    /record 1: "name" is missing\.$/,
  ],
  'somebody deleted at a time': [
    (files) => set(first(files, 'users.json'), { deleted: 17 }),
    /record 1: "deleted" is not true or false\.$/,
  ],
  'channels that are no list': [
    (files) => set(files, { 'channels.json': { channels: {} } }),
    /^channels\.json, line 1: it is not a list\.$/,
  ],
  'a channel without an id': [
    (files) => delete first(files, 'channels.json').id,
    /^channels\.json, line 2, record 1: "id" is missing\.$/,
  ],
  'a channel without a name': [(files) => delete first(files, 'channels.json').name, /record 1: "name" is missing\.$/],
  'a channel twice': [
    (files) => list(files, 'groups.json').push(first(files, 'channels.json')),
    /^groups\.json, line \d+, record 2: the conversation C01 is there twice\.$/,
  ],
  'a channel from no time': [
    (files) => set(first(files, 'channels.json'), { created: 'yesterday' }),
    /"created" is not a time\.$/,
  ],
  'members that are a text': [
    (files) => set(first(files, 'channels.json'), { members: 'U01' }),
    /"members" is not a list\.$/,
  ],
  'a member that is nobody': [
    (files) => set(first(files, 'channels.json'), { members: ['ada'] }),
    /^channels\.json, line 2, record 1: "ada" is no id of a user\.$/,
  ],
  'a purpose that is a text': [
    (files) => set(first(files, 'channels.json'), { purpose: 'All' }),
    /record 1: "purpose" is not an object\.$/,
  ],
  'pins that are no list': [(files) => set(first(files, 'channels.json'), { pins: {} }), /"pins" is not a list\.$/],
  'a pin of nothing': [
    (files) => set(first(files, 'channels.json'), { pins: [{ user: 'U01' }] }),
    /^channels\.json, line 2, record 1, entry 1 of "pins"$/,
  ],
  'direct messages of nobody': [
    (files) => set(first(files, 'dms.json'), { members: [] }),
    /^dms\.json, line 2, record 1: it has no members\.$/,
  ],
  'emoji that are a list': [
    (files) => set(files, { 'emoji.json': [] }),
    /^emoji\.json, line 1: it is not an object\.$/,
  ],
  'an emoji without an address': [
    (files) => set(files, { 'emoji.json': { party: 5 } }),
    /^emoji\.json, line 1: "party" is not a text\.$/,
  ],
};

describe('a broken export of Slack', () => {
  for (const [name, [breaking, said]] of Object.entries(breaks)) {
    it(`is imported except for what is broken: ${name}`, async (t) => {
      const files = wholeExport();
      breaking(files);

      const problems = await importBroken(t, files, { format: 'slack' });

      assert.ok(
        problems.some((one) => said.test(one)),
        JSON.stringify(problems, undefined, 1),
      );
    });
  }

  it('comes up to the record where a zip is cut off', async (t) => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index} ${randomBytes(200).toString('hex')}`);
    const records = texts.map((text, index) => message('U01', tsOf(index), text));
    const { 'users.json': users, 'channels.json': channels } = wholeExport();
    const last = { 'users.json': users, 'channels.json': channels, 'general/2023-11-15.json': records };
    for (const parts of [{}, { isStored: true }, { isStreamed: true }] as const) {
      const entries = Object.entries(last).map(([name, content]) => {
        return { name, bytes: Buffer.from(JSON.stringify(content)), ...parts };
      });
      const bytes = zip(entries);
      const app = openEmpty(t);
      const file = join(makeFolder(t), 'export.zip');
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));

      const { tally } = await importFiles(t, app, {}, { format: 'slack', file });

      const found = app.db.values<string>('SELECT content FROM messages ORDER BY id');
      assert.ok(found.length > 50 && found.length < 250, `${found.length}`);
      assert.deepEqual(found, texts.slice(0, found.length));
      const problems = listProblems(tally).join('\n');
      assert.match(problems, /2023-11-15\.json in \S+ cannot be unpacked: it is cut off/);
      assert.match(problems, /2023-11-15\.json, line 1: the rest is not JSON as expected: it ends in/);
    }
  });

  it('keeps the rest of a zip without a directory in which a file is damaged, encrypted or of unknown size', async (t) => {
    const odd = { bytes: randomBytes(1000) };
    const bytes = zip([
      { ...odd, name: 'sum', crc: 1 },
      { ...odd, name: 'secret', flags: 1 },
      { ...odd, name: 'unknown', isStored: true, isStreamed: true },
      { ...odd, name: 'far', isStored: true, packed: 0xfffffff0, bytes: Buffer.alloc(0) },
      ...Object.entries(wholeExport()).map(([name, content]) => ({ name, bytes: bytesOf(content) })),
    ]);
    const file = join(makeFolder(t), 'export.zip');
    writeFileSync(file, bytes.subarray(0, directoryOf(bytes)));
    const whole = await importFiles(t, openEmpty(t), wholeExport(), { format: 'slack' });

    const told: string[] = [];
    const onFault = (line: string) => told.push(line);
    const { tally } = await importFiles(t, openEmpty(t), {}, { format: 'slack', file, onFault });

    assert.deepEqual(tally.came, whole.tally.came);
    const problems = told.join('\n');
    for (const said of [
      /sum in \S+ cannot be unpacked: its checksum is wrong/,
      /secret in \S+ cannot be unpacked: it is encrypted/,
      /unknown in \S+ cannot be unpacked: its size is unknown/,
      /far in \S+ cannot be unpacked: it is cut off/,
    ])
      assert.match(problems, said);
  });

  it('is refused as a zip of which nothing can be read, or that does not fit on the disk', async (t) => {
    const whole = zipFiles(wholeExport());
    const entry = { name: 'users.json', bytes: Buffer.from('[]') };
    const zips: Record<string, Buffer> = {
      whole,
      'cut off in the first file': whole.subarray(0, 35),
      damaged: Buffer.from(whole).fill(0xff, 60, 90),
      'with a wrong checksum': zip([{ ...entry, crc: 1 }]),
      encrypted: zip([{ ...entry, flags: 1 }]),
      'larger than the disk': zip([
        { ...entry, name: 'noise', bytes: randomBytes(5_000_000) },
        ...Array.from({ length: 3000 }, (_, index) => ({
          ...entry,
          name: `${index}.json`,
          size: 0xfffffff0,
          packed: 0x480000,
          isListed: true as const,
        })),
      ]),
    };
    const said: Record<string, string> = {};
    for (const [name, bytes] of Object.entries(zips)) {
      const file = join(makeFolder(t), 'export.zip');
      writeFileSync(file, bytes);
      const error = await failImport(t, {}, { format: 'slack', file });
      said[name] = error instanceof Error ? error.message.replace(/\S*export\.zip/g, 'ZIP') : 'imported';
    }

    const { 'larger than the disk': large, ...others } = said;
    assert.match(large ?? '', /^ZIP unpacks to 12288005 MiB, and the disk of the data directory has \d+ MiB\.$/);
    assert.deepEqual(others, {
      whole: 'imported',
      'cut off in the first file':
        'ZIP cannot be unpacked: End of central directory record signature not found. Either not a zip file, or file ' +
        'is truncated.',
      damaged: 'imported',
      'with a wrong checksum': 'ZIP holds no users.json. users.json in ZIP cannot be unpacked: its checksum is wrong.',
      encrypted: 'ZIP holds no users.json. users.json in ZIP cannot be unpacked: it is encrypted.',
    });
  });
});
