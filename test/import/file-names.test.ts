import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { meantName } from '../../src/import/file-names.ts';
import type { Format } from '../../src/import/formats.ts';
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

const archives: Readonly<Record<'slack' | 'mattermost' | 'discord', (name: string) => Record<string, unknown>>> = {
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

  const encoded: Readonly<Record<string, [name: string, bytes: string]>> = {
    CP437: ['größe', '6772 94 e1 65'],
    CP850: ['São Luís', '53 c6 6f 20 4c 75 a1 73'],
    'Shift-JIS': ['テスト', '83 65 83 58 83 67'],
    'Shift-JIS with a backslash in a character': ['表示', '95 5c 8e a6'],
    GBK: ['测试', 'b2 e2 ca d4'],
    Big5: ['許功蓋', 'b3 5c a5 5c bb 5c'],
    'EUC-KR': ['시험', 'bd c3 c7 e8'],
    CP866: ['кофе', 'aa ae e4 a5'],
    'Windows-1251': ['кофе', 'ea ee f4 e5'],
    'Windows-1252': ['naïve œuvre', '6e 61 ef 76 65 20 9c 75 76 72 65'],
    'UTF-8': ['größe', Buffer.from('größe').toString('hex')],
    'UTF-8, decomposed': ['größe', Buffer.from('größe'.normalize('NFD')).toString('hex')],
  };

  /** A Slack export whose channel has a name, in these bytes. */
  function encodedFiles(name: string, hex: string): { name: Buffer; bytes: Buffer; language: 0 }[] {
    const written = Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1');
    const files = {
      ...archives.slack(written),
      'channels.json': [{ id: 'C01', name, members: ['U01'] }],
    };
    return Object.entries(files).map(([path, content]) => ({
      name: Buffer.from(path, 'latin1'),
      bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      language: 0,
    }));
  }

  async function ensureFound(t: TestContext, name: string, file: string): Promise<void> {
    const app = openEmpty(t);
    await importFiles(t, app, {}, { format: 'slack', file });
    const sql = 'SELECT name, (SELECT count(*) FROM attachment_messages) FROM channels';
    assert.deepEqual(app.db.tuples(sql), [[name, 1]]);
  }

  for (const [encoding, [name, hex]] of Object.entries(encoded)) {
    it(`is found in a zip archive with names in ${encoding}`, async (t) => {
      const file = join(makeFolder(t), 'export.zip');
      writeFileSync(file, zip(encodedFiles(name, hex)));
      await ensureFound(t, name, file);
    });

    it(`is found in a folder with names in ${encoding}`, async (t) => {
      const folder = makeFolder(t);
      for (const { name: path, bytes } of encodedFiles(name, hex)) {
        const target = Buffer.concat([Buffer.from(`${folder}/`), path]);
        mkdirSync(target.subarray(0, target.lastIndexOf('/')), { recursive: true });
        writeFileSync(target, bytes);
      }
      await ensureFound(t, name, folder);
    });
  }
});
