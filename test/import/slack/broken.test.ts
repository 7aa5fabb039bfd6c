import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UnusableArchive } from '../../../src/import/unusable-archive.ts';
import { failImport, makeFolder } from '../scene.ts';
import { zip, zipFiles } from '../zip-file.ts';
import { type Fields, message, tsOf, user, wholeExport } from './slack-export.ts';

const day = 'general/2023-11-15.json';
const list = (files: Fields, name: string) => files[name] as Fields[];
const first = (files: Fields, name: string) => list(files, name)[0] as Fields;
/** Changes the second message of the first day. */
const second = (files: Fields) => list(files, day)[1] as Fields;
const set = (record: Fields, fields: Fields) => Object.assign(record, fields);
/** A file as text, with something replaced. */
const rewritten = (files: Fields, name: string, from: string | RegExp, to: string) =>
  set(files, { [name]: JSON.stringify(files[name], undefined, 2).replace(from, to) });

/** How an export can be broken, and what is said of it. */
const breaks: Readonly<Record<string, [breaking: (files: Fields) => unknown, message: RegExp]>> = {
  'no users.json': [(files) => delete files['users.json'], /holds no users\.json\.$/],
  'no list of conversations': [
    (files) => ['channels', 'groups', 'mpims', 'dms'].map((name) => delete files[`${name}.json`]),
    /^The archive has no channels\.json\.$/,
  ],
  'users that are no list': [(files) => set(files, { 'users.json': {} }), /^users\.json, line 1: it is not a list\.$/],
  'users that are no JSON': [
    (files) => rewritten(files, 'users.json', '"tz": "Europe/Berlin"', '"tz": Europe'),
    /^users\.json, line \d+: record 1 is not JSON as expected: /,
  ],
  'users that end in the middle': [
    (files) => rewritten(files, 'users.json', /"U06"[\s\S]*$/, '"U06"'),
    /^users\.json, line \d{2,3}: it is not JSON as expected: it ends in the middle\.$/,
  ],
  'something after the users': [
    (files) => rewritten(files, 'users.json', /$/, '[]'),
    /^users\.json, line \d{2,3}: it is not JSON as expected: something follows its end\.$/,
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
  'an address twice': [
    (files) => list(files, 'users.json').push(user('U08', 'Ada Other')),
    /^users\.json, line \d{2,3}, record 7: the address ada@example\.com is there twice\.$/,
  ],
  'an address that is none': [
    (files) => set(first(files, 'users.json'), { profile: { real_name: 'Olga', email: 'olga' } }),
    /^users\.json, line 2, record 1: "olga" is not an e-mail address\.$/,
  ],
  'a profile that is a list': [
    (files) => set(first(files, 'users.json'), { profile: [] }),
    /^users\.json, line 2, record 1, "profile": it is not an object\.$/,
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
    (files) => set(files, { 'channels.json': { channels: [] } }),
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
    /"created" is not a time in UNIX seconds\.$/,
  ],
  'members that are a text': [
    (files) => set(first(files, 'channels.json'), { members: 'U01' }),
    /"members" is not a list of texts\.$/,
  ],
  'a member that is nobody': [
    (files) => set(first(files, 'channels.json'), { members: ['ada'] }),
    /^channels\.json, line 2, record 1: "ada" is no id of a user\.$/,
  ],
  'a purpose that is a text': [
    (files) => set(first(files, 'channels.json'), { purpose: 'All' }),
    /record 1, "purpose": it is not an object\.$/,
  ],
  'pins that are no list': [(files) => set(first(files, 'channels.json'), { pins: {} }), /"pins" is not a list\.$/],
  'a pin of nothing': [
    (files) => set(first(files, 'channels.json'), { pins: [{ user: 'U01' }] }),
    /^channels\.json, line 2, record 1, entry 1 of "pins": "id" is missing\.$/,
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
  'a day that is no list': [
    (files) => set(files, { [day]: { messages: [] } }),
    /^general\/2023-11-15\.json, line 1: it is not a list of messages\.$/,
  ],
  'a day that is no JSON': [
    (files) => rewritten(files, day, '"drinks"', 'drinks'),
    /^general\/2023-11-15\.json, line \d{2,3}: (?:record 6|it) is not JSON as expected: /,
  ],
  'a day that ends in the middle': [
    (files) => rewritten(files, day, /"drinks"[\s\S]*$/, '"dri'),
    /^general\/2023-11-15\.json, line \d{2,3}: it is not JSON as expected: it ends in the middle\.$/,
  ],
  'a day that is empty': [(files) => set(files, { [day]: '' }), /^general\/2023-11-15\.json, line 1: it is not JSON/],
  'a message that is a number': [
    (files) => list(files, day).push(7 as unknown as Fields),
    /^general\/2023-11-15\.json, line \d{3}, record 17: it is not an object\.$/,
  ],
  'a message without a time': [
    (files) => delete second(files).ts,
    /^general\/2023-11-15\.json, line \d+, record 2: "ts" is missing\.$/,
  ],
  'a time that is a number': [(files) => set(second(files), { ts: 1_700_006_402.0001 }), /"ts" is not a text\.$/],
  'a time that is none': [(files) => set(second(files), { ts: 'noon' }), /record 2: "ts" is no time\.$/],
  'a thread from no time': [(files) => set(second(files), { thread_ts: '1.2.3' }), /"thread_ts" is no time\.$/],
  'a text that is a number': [
    (files) => set(second(files), { text: 5 }),
    /^general\/2023-11-15\.json, line \d+: "text" is not/,
  ],
  'a message of nobody': [
    (files) => list(files, day).push(message('', tsOf(50), 'by nobody')),
    /^general\/2023-11-15\.json, line \d{3}, record 17: it has no sender\.$/,
  ],
  'a sender that is a list': [(files) => set(second(files), { user: ['U01'] }), /"user" is not a text\.$/],
  'a sender that is no id': [
    (files) => set(second(files), { user: '../ada' }),
    /record 2: "\.\.\/ada" is no id of a user/,
  ],
  'reactions that are no list': [(files) => set(second(files), { reactions: 'yes' }), /"reactions" is not a list\.$/],
  'a reaction without an emoji': [
    (files) => set(second(files), { reactions: [{ users: ['U01'] }] }),
    /record 2, entry 1 of "reactions": "name" is missing\.$/,
  ],
  'a reaction of numbers': [
    (files) => set(second(files), { reactions: [{ name: 'tea', users: [1] }] }),
    /entry 1 of "reactions": "users" is not a list of texts\.$/,
  ],
  'files that are no list': [(files) => set(second(files), { files: {} }), /record 2: "files" is not a list\.$/],
  'a file without an id': [
    (files) => set(second(files), { files: [{ name: 'a.txt' }] }),
    /record 2, entry 1 of "files": "id" is missing\.$/,
  ],
  'attachments that are no list': [
    (files) => set(second(files), { attachments: 'no' }),
    /^general\/2023-11-15\.json, line \d+: "attachments" is not a list\.$/,
  ],
  'blocks that are no list': [
    (files) => set(second(files), { blocks: { type: 'section' } }),
    /^general\/2023-11-15\.json, line \d+: "blocks" is not a list\.$/,
  ],
  'an edit at no time': [
    (files) => set(second(files), { edited: { user: 'U01' } }),
    /record 2, "edited": "ts" is missing\.$/,
  ],
  'an edit at a time that is none': [
    (files) => set(second(files), { edited: { user: 'U01', ts: 'later' } }),
    /record 2: "ts" of "edited" is no time\.$/,
  ],
};

describe('a broken export of Slack', () => {
  for (const [name, [breaking, said]] of Object.entries(breaks)) {
    it(`is refused, and imports nothing: ${name}`, async (t) => {
      const files = wholeExport();
      breaking(files);

      const error = await failImport(t, files, { format: 'slack' });

      assert.ok(error instanceof UnusableArchive, String((error as Error | undefined)?.stack));
      assert.match(error.message, said);
    });
  }

  it('is refused where a day is not in UTF-8', async (t) => {
    const text = JSON.stringify((wholeExport()[day] as Fields[]).slice(4), undefined, 2);
    const files = { ...wholeExport(), [day]: Buffer.from(text.replace('drinks', 'caf\xe9'), 'latin1') };

    const error = await failImport(t, files, { format: 'slack' });

    assert.ok(error instanceof UnusableArchive, String(error));
    assert.match(
      error.message,
      /^general\/2023-11-15\.json, line \d+: record 2 is not JSON as expected: it is not UTF-8\.$/,
    );
  });

  it('is refused as a zip that is damaged, encrypted, too large or hostile', async (t) => {
    const whole = zipFiles(wholeExport());
    const entry = { name: 'users.json', bytes: Buffer.from('[]') };
    const zips: Record<string, Buffer> = {
      whole,
      'cut off': whole.subarray(0, whole.length - 100),
      damaged: Buffer.from(whole).fill(0xff, 60, 90),
      'with a wrong checksum': zip([{ ...entry, crc: 1 }]),
      'with a wrong size': zip([{ ...entry, size: 1 }]),
      encrypted: zip([{ ...entry, flags: 1 }]),
      'with a name outside': zip([{ ...entry, name: '../users.json' }]),
      'with a name from the top': zip([{ ...entry, name: '/users.json' }]),
      'with a name twice': zip([entry, entry]),
      'larger than the disk': zip([
        { ...entry, size: 0xfffffff0 },
        ...Array.from({ length: 3000 }, (_, index) => ({
          name: `${index}.json`,
          bytes: Buffer.from('[]'),
          size: 0xfffffff0,
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
    assert.match(large ?? '', /^ZIP unpacks to 12292096 MiB, and the disk of the data directory has \d+ MiB\.$/);
    assert.deepEqual(others, {
      whole: 'imported',
      'cut off':
        'ZIP cannot be unpacked: End of central directory record signature not found. Either not a zip file, or file ' +
        'is truncated.',
      damaged: 'users.json in ZIP cannot be unpacked: invalid bit length repeat.',
      'with a wrong checksum': 'users.json in ZIP cannot be unpacked: its checksum is wrong.',
      'with a wrong size':
        'users.json in ZIP cannot be unpacked: too many bytes in the stream. expected 1. got at least 2.',
      encrypted: 'users.json in ZIP cannot be unpacked: it is encrypted.',
      'with a name outside': 'ZIP cannot be unpacked: invalid relative path: ../users.json.',
      'with a name from the top': 'ZIP cannot be unpacked: absolute path: /users.json.',
      'with a name twice': 'ZIP holds users.json twice.',
    });
  });
});
