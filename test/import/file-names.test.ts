import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { meantName } from '../../src/import/file-names.ts';
import type { Format } from '../../src/import/import.ts';
import { channelFile, people, message as sentOnDiscord } from './discord/channel-files.ts';
import { linesOf, post, wholeExport } from './mattermost/bulk-export.ts';
import { importFiles, makeFolder, openEmpty } from './scene.ts';
import { message, tsOf, user } from './slack/slack-export.ts';
import { zip } from './zip-file.ts';

const utf8In = (text: string, encoding: string) => new TextDecoder(encoding).decode(Buffer.from(text));

describe('the name of a file', () => {
  for (const [written, meant] of [
    ['plain.json', 'plain.json'],
    ['größe', 'größe'],
    ['größe'.normalize('NFD'), 'größe'],
    ['gr├╢├ƒe-µùÑµ£¼', 'größe-日本'],
    [utf8In('größe', 'windows-1252'), 'größe'],
    [utf8In('кофе', 'windows-1252'), 'кофе'],
    ['e╠üt├⌐', 'été'],
    ['日本', '日本'],
    ['naïve ½', 'naïve ½'],
  ] as const) {
    it(`is read as it was meant: ${written}`, () => {
      assert.equal(meantName(written), meant);
    });
  }
});

const names = { 'in another form': 'größe'.normalize('NFD'), 'in another encoding': 'gr├╢├ƒe', 'as it is': 'größe' };

const archives: Readonly<Record<Exclude<Format, 'chatd' | 'zulip'>, (name: string) => Record<string, unknown>>> = {
  slack: (name) => ({
    'users.json': [user('U01', 'Olga')],
    'channels.json': [{ id: 'C01', name: 'größe', members: ['U01'] }],
    [`${name}/2023-11-15.json`]: [message('U01', tsOf(1), 'Hi', { files: [{ id: 'F0FILE1', name: 'a.txt' }] })],
    [`${name}/attachments/F0FILE1-a.txt`]: 'Tea',
  }),
  mattermost: (name) => ({
    'import.jsonl': linesOf([...wholeExport(), post('olga', 30, 'Hi', { attachments: [{ path: 'größe.txt' }] })]),
    [`data/${name}.txt`]: 'Tea',
  }),
  discord: (name) => ({
    'general.json': channelFile({ name: 'general' }, [
      sentOnDiscord('201', people.olga, 1, 'Hi', {
        attachments: [{ id: '401', url: 'general.json_Files/größe.txt', fileName: 'a.txt' }],
      }),
    ]),
    [`general.json_Files/${name}.txt`]: 'Tea',
  }),
};

async function countFiles(t: TestContext, format: Format, files: Record<string, unknown>): Promise<number | undefined> {
  const app = openEmpty(t);
  await importFiles(t, app, files, { format });
  return app.db.value<number>('SELECT count(*) FROM attachment_messages');
}

describe('a file of an archive', () => {
  for (const [format, filesOf] of Object.entries(archives)) {
    for (const [form, name] of Object.entries(names)) {
      it(`of ${format} is found by its name ${form}`, async (t) => {
        assert.equal(await countFiles(t, format as Format, filesOf(name)), 1);
      });
    }
  }

  it('is found in a zip archive with names in CP437', async (t) => {
    const file = join(makeFolder(t), 'export.zip');
    const entries = Object.entries(archives.slack('gr\x94\xe1e')).map(([name, content]) => ({
      name: Buffer.from(name, 'latin1'),
      bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      language: 0,
    }));
    writeFileSync(file, zip(entries));
    const app = openEmpty(t);
    await importFiles(t, app, {}, { format: 'slack', file });

    assert.deepEqual(app.db.tuples('SELECT name, (SELECT count(*) FROM attachment_messages) FROM channels'), [
      ['größe', 1],
    ]);
  });
});
