import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { findFormat } from '../../src/import/formats.ts';
import type { Imported } from '../../src/import/import.ts';
import { filesOf } from './damage/damages.ts';
import type { Home } from './damage/home.ts';
import { homes } from './damage/homes.ts';
import { importFiles, makeFolder, openEmpty } from './scene.ts';
import { directoryOf, type Entry, zip } from './zip-file.ts';
import { writeExport } from './zulip-export.ts';

interface File {
  name: string;
  bytes: Buffer;
}

function listFiles(home: Home): File[] {
  return Object.entries(filesOf(home.tree())).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
}

async function tar(files: readonly File[]): Promise<Buffer> {
  const entries = files.map(({ name, bytes }) => ({ header: { name, size: bytes.length }, body: bytes }));
  return Buffer.from(await packTar(entries));
}

/** Whether a file has records, and is no attached one. */
const isRecord = (name: string) => /\.(?:jsonl?|bson|txt|sqlite3)$/.test(name) && !name.endsWith('a.txt');

interface Found {
  texts: string[];
  tally: Imported['tally'];
  /** Lines about what is broken, without the path of the archive. */
  told: string[];
}

/** Imports the bytes of an archive into an empty organization. */
async function importBytes(t: TestContext, format: Home['format'], bytes: Buffer): Promise<Found> {
  const file = join(makeFolder(t), 'export');
  writeFileSync(file, bytes);
  return importPath(t, format, file);
}

async function importFolder(t: TestContext, { format }: Home, files: readonly File[]): Promise<Found> {
  const folder = makeFolder(t);
  writeExport(folder, Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));
  return importPath(t, format, folder);
}

async function importPath(t: TestContext, format: Home['format'], file: string): Promise<Found> {
  const app = openEmpty(t);
  const told: string[] = [];
  const onFault = (line: string) => told.push(line.replace(/\S*\/export/g, 'ARCHIVE'));
  const { tally } = await importFiles(t, app, {}, { format, file, onFault });
  const texts = app.db.values<string>('SELECT content FROM messages ORDER BY id');
  return { texts: texts.map((text) => text.replace(/user_uploads\/[^)]*/, '')), tally, told };
}

/** The losses of an archive that an import named, without its path. */
function listLosses({ left }: Imported['tally']): string[] {
  const own = left.filter(({ noun }) => noun === 'files of the archive');
  return own.flatMap(({ examples, count }) => {
    assert.equal(count, examples.length);
    return examples.map((one) => one.replace(/\S*\/export/g, 'ARCHIVE'));
  });
}

const extra = { name: 'data/extra.bin', bytes: randomBytes(3000) };
const named = (name: string, parts: Partial<Entry> = {}): Entry => ({ ...extra, name: `data/${name}`, ...parts });

/** Entries that no program should write, and what is said about each. */
const odd: readonly (readonly [entry: Entry, loss?: string])[] = [
  [named('first')],
  [named('sum', { crc: 1 }), 'data/sum in ARCHIVE cannot be unpacked: its checksum is wrong.'],
  [named('secret', { flags: 1 }), 'data/secret in ARCHIVE cannot be unpacked: it is encrypted.'],
  [named('long', { size: 1 }), 'data/long in ARCHIVE cannot be unpacked: it is longer than its size.'],
  [named('short', { size: 4000 }), 'data/short in ARCHIVE cannot be unpacked: it is shorter than its size.'],
  [named('vast', { size: 0xfffffff0 }), 'data/vast in ARCHIVE cannot be unpacked: it is shorter than its size.'],
  [named('far', { packed: 0xfffffff0 }), 'data/far in ARCHIVE cannot be unpacked: file data overflows file bounds'],
  [named('listed', { isListed: true })],
  [named('twice')],
  [named('twice')],
  [named('other')],
  [named('other', { bytes: randomBytes(10) }), 'data/other in ARCHIVE is there twice, and the last one counts.'],
  [named('OTHER')],
  [{ ...extra, name: '/etc/passwd' }],
  [{ ...extra, name: '../../outside.bin' }],
  [{ ...extra, name: 'C:\\extra\\a.bin' }],
  [{ ...extra, name: '..' }],
  [{ ...extra, name: `${'long/'.repeat(3000)}${'x'.repeat(300)}` }],
];

for (const home of homes) {
  describe(`an archive of ${home.format}`, () => {
    const files = listFiles(home);
    const renamed = (rename: (name: string) => string) =>
      files.map(({ name, bytes }) => ({ name: rename(name), bytes }));
    const containers: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
      'a zip archive with backslashes': () => zip(renamed((name) => name.replaceAll('/', '\\'))),
      'a zip archive with names outside': () => zip(renamed((name) => `../top/${name}`)),
      'a tar archive with names from the top': () => tar(renamed((name) => `/${name}`)),
      'a compressed tar archive': async () => gzipSync(await tar(files)),
      'an archive in an archive': async () => zip([{ name: 'first.tar.gz', bytes: gzipSync(await tar(files)) }]),
      'a folder of folders beside a note': () =>
        zip([{ name: 'read.me', bytes: Buffer.from('Note') }, ...renamed((name) => `my/export/${name}`)]),
      'packed files': () =>
        zip(
          files.map(({ name, bytes }) =>
            isRecord(name) ? { name: `${name}.gz`, bytes: gzipSync(bytes) } : { name, bytes },
          ),
        ),
    };

    it('is the same in each container, and its files can be packed', async (t) => {
      const { texts, tally } = await importFolder(t, home, files);
      assert.ok(texts.length > 3);
      for (const [container, bytes] of Object.entries(containers)) {
        const found = await importBytes(t, home.format, await bytes());
        assert.deepEqual(found.texts, texts, container);
        assert.deepEqual(found.tally.came, tally.came, container);
        assert.deepEqual(listLosses(found.tally), [], container);
      }
    });

    it('is told from other formats in each container, also beside many other files', async (t) => {
      const others = Array.from({ length: 20 }, (_, index) => ({ name: `a/${index}.json`, bytes: Buffer.from('[]') }));
      const all = { ...containers, 'a zip archive with many files': () => zip([...files, ...others]) };
      for (const [container, bytes] of Object.entries(all)) {
        const folder = makeFolder(t);
        writeFileSync(join(folder, 'export'), await bytes());
        assert.equal(await findFormat(join(folder, 'export'), folder), home.format, container);
      }
    });

    it('comes whole beside odd entries in a zip archive, each of which is named', async (t) => {
      const { texts } = await importBytes(t, home.format, zip(files));
      const found = await importBytes(t, home.format, zip([...odd.map(([entry]) => entry), ...files]));
      assert.deepEqual(found.texts, texts);
      const lines = found.told.filter((line) => line.startsWith('Left out of the files of the archive'));
      const losses = odd.flatMap(([, loss]) => loss ?? []);
      assert.equal(lines.length, losses.length, lines.join('\n'));
      for (const loss of losses)
        assert.ok(
          lines.some((line) => line.includes(loss)),
          `${loss}\n${lines.join('\n')}`,
        );
      const [remark] = found.tally.left.filter(({ noun }) => noun === 'files of the archive');
      assert.equal(remark?.count, losses.length);
    });

    it('loses only the file whose entry is damaged', async (t) => {
      const damaged = files.find(({ name }) => name !== home.users)?.name;
      const rest = files.filter(({ name }) => name !== damaged);
      const without = await importBytes(t, home.format, zip(rest));
      const found = await importBytes(
        t,
        home.format,
        zip([...rest, { name: `${damaged}`, bytes: Buffer.of(1), crc: 1 }]),
      );
      assert.deepEqual(found.texts, without.texts);
      assert.deepEqual(found.tally.came, without.tally.came);
      assert.ok(listLosses(found.tally).some((loss) => loss.includes(`${damaged} in ARCHIVE`)));
    });

    it('comes up to where it is cut off', async (t) => {
      const ordered = [...files.filter(({ name }) => /\.jsonl?$/.test(name)), ...files, extra];
      const own = [...new Map(ordered.map((one) => [one.name, one])).values()];
      const whole = await tar(own);
      const { texts } = await importBytes(t, home.format, whole);
      const noisy = gzipSync(whole);
      const wrong = Buffer.from(noisy).fill(0, noisy.length - 8, noisy.length - 4);
      const cut = {
        'a tar archive in a file': [
          whole.subarray(0, whole.length - 3000),
          /is truncated/,
          /extra\.bin in ARCHIVE .*cut off/,
        ],
        'a tar archive between files': [whole.subarray(0, whole.length - 512 - 3072 - 1024), /truncated/, undefined],
        'a compressed tar archive': [noisy.subarray(0, noisy.length - 1500), /unexpected end of file/, /extra\.bin/],
        'a compressed tar archive with a wrong checksum': [wrong, /incorrect data check/, undefined],
      } as const;
      for (const [name, [bytes, first, second]] of Object.entries(cut)) {
        const found = await importBytes(t, home.format, bytes);
        assert.deepEqual(found.texts, texts, name);
        const losses = listLosses(found.tally);
        assert.match(losses[0] ?? '', first, name);
        assert.equal(losses.length, second ? 2 : 1, `${name}: ${losses}`);
        if (second) assert.match(losses[1] ?? '', second, name);
      }
    });

    it('comes up to where a zip archive is cut off, or without its directory', async (t) => {
      const { texts, tally } = await importBytes(t, home.format, zip(files));
      const [whole, stored, streamed] = [{}, { isStored: true }, { isStreamed: true }].map((parts) =>
        zip([...files, extra].map((one) => ({ ...one, ...(parts as Partial<Entry>) }))),
      ) as [Buffer, Buffer, Buffer];
      const lost = /extra\.bin in ARCHIVE cannot be unpacked: it is cut off/;
      const cut: Readonly<Record<string, [bytes: Buffer, second?: RegExp]>> = {
        'in a file': [whole.subarray(0, directoryOf(whole) - 1500), lost],
        'in a stored file': [stored.subarray(0, directoryOf(stored) - 1500), lost],
        'in a streamed file': [streamed.subarray(0, directoryOf(streamed) - 1500), lost],
        'in what follows a streamed file': [streamed.subarray(0, directoryOf(streamed) - 10), lost],
        'before the directory': [whole.subarray(0, directoryOf(whole))],
        'after stored files': [stored.subarray(0, directoryOf(stored))],
        'after streamed files': [streamed.subarray(0, directoryOf(streamed))],
        'in the directory': [whole.subarray(0, whole.length - 100)],
        'with a damaged directory': [Buffer.from(whole).fill('x', directoryOf(whole), directoryOf(whole) + 4)],
      };
      for (const [name, [bytes, second]] of Object.entries(cut)) {
        const found = await importBytes(t, home.format, bytes);
        assert.deepEqual(found.texts, texts, name);
        assert.deepEqual(found.tally.came, tally.came, name);
        const losses = listLosses(found.tally);
        assert.match(losses[0] ?? '', /^ARCHIVE cannot be unpacked: /, name);
        assert.equal(losses.length, second ? 2 : 1, `${name}: ${losses}`);
        if (second) assert.match(losses[1] ?? '', second, name);
      }
    });

    it('loses only the entry of a tar archive whose header is damaged', async (t) => {
      const bytes = await tar([extra, ...files]);
      const { texts } = await importBytes(t, home.format, bytes);
      const found = await importBytes(t, home.format, Buffer.from(bytes).fill('y', 2, 5));
      assert.deepEqual(found.texts, texts);
      assert.match(listLosses(found.tally)[0] ?? '', /ARCHIVE cannot be unpacked: Invalid tar header checksum\./);
    });
  });
}

describe('an archive that another program has to unpack', () => {
  for (const [name, mark] of Object.entries({ '7z': '377abcaf271c', rar: '526172211a0700', zstd: '28b52ffd' })) {
    it(`is refused with what to do: ${name}`, async (t) => {
      const bytes = Buffer.concat([Buffer.from(mark, 'hex'), randomBytes(600)]);
      await assert.rejects(importBytes(t, 'telegram', bytes), {
        message: new RegExp(`is packed with ${name}: unpack it, and name its folder\\.$`),
      });
    });
  }
});
