import { bson } from '../histories/rocketchat-dump.ts';
import { databaseOf } from './database.ts';
import type { Home, Tree } from './home.ts';

/** A kind of damage: what it hits, and how it changes the files of an archive. */
export interface Damage {
  name: string;
  /** The damaged part; `file` if more than one record can be lost, `none` if nothing may be lost. */
  hits: 'message' | 'user' | 'channel' | 'file' | 'none';
  /** Whether the archive is still a possible one, so that nothing can be told, unless a record is left out. */
  isPossible?: boolean;
  apply(home: Home, tree: Tree): void;
}

type Parent = Record<string | number, unknown>;
type Part = 'message' | 'user' | 'channel';

/** The object or list that contains a part, and the name or number of the part in it. */
function locate(tree: Tree, path: readonly (string | number)[]): { parent: Parent; key: string | number } {
  const parent = path.slice(0, -1).reduce<Parent>((one, key) => one[key] as Parent, tree);
  return { parent, key: path.at(-1) as string | number };
}

function replace(home: Home, tree: Tree, part: Part, value: unknown): void {
  const { parent, key } = locate(tree, home[part] ?? []);
  parent[key] = value;
}

function recordOf(home: Home, tree: Tree, part: Part): Parent {
  const { parent, key } = locate(tree, home[part] ?? []);
  return parent[key] as Parent;
}

/** The list with a part, and the number of the entry that is, or contains, the part. */
function listOf(home: Home, tree: Tree, part: Part): { list: unknown[]; index: number } | undefined {
  const path = home[part] ?? [];
  const at = path.findLastIndex((key) => typeof key === 'number');
  if (at < 0) return undefined;
  const { parent, key } = locate(tree, path.slice(0, at + 1));
  return { list: parent as unknown as unknown[], index: key as number };
}

let nested: unknown = 'deep';
for (let depth = 0; depth < 3000; depth++) nested = [nested];

/** Values in place of others. */
const wrong: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  'a negative number': -7,
  'a text': 'x!',
  true: true,
  'a list': [7],
  'an object': { a: 1 },
  'a very large number': 1e300,
  'very long': 'y'.repeat(100_000),
  'very deep': nested,
};

const parts: readonly Part[] = ['message', 'user', 'channel'];

/** So many wrong values for each field, each time the next ones, because there is no time for all. */
const perField = 2;

function* wrongValues(count: number, turn: number): Generator<[name: string, value: unknown]> {
  const all = Object.entries(wrong);
  for (let index = 0; index < count; index++) yield all[(turn * count + index) % all.length] as [string, unknown];
}

/** Each field of each part with some wrong values. */
export function damagedFields(home: Home): Damage[] {
  return parts.flatMap((part, turn) =>
    (home.fields[part] ?? []).flatMap((field, index) =>
      Array.from(wrongValues(perField, turn * 3 + index), ([name, value]) => ({
        name: `${part}: ${field} is ${name}`,
        hits: part,
        isPossible:
          home.kind === 'text' ||
          value === undefined ||
          value === null ||
          typeof value === typeof recordOf(home, home.tree(), part)[field],
        apply(one: Home, tree: Tree) {
          const record = recordOf(one, tree, part);
          if (value === undefined) delete record[field];
          else record[field] = value;
        },
      })),
    ),
  );
}

/** Each part as a whole. */
export function damagedRecords(home: Home): Damage[] {
  const present = parts.filter((part) => home[part] !== undefined);
  // A line of a text that is no message belongs to the one above.
  const replaced = home.kind === 'text' ? [] : present.flatMap(replacedRecords);
  return [...replaced, ...present.flatMap(movedRecords)];
}

const replacedRecords = (part: Part, turn: number): Damage[] =>
  Array.from(wrongValues(4, turn), ([name, value]) => ({
    name: `${part} is ${name}`,
    hits: part,
    apply: (home: Home, tree: Tree) => replace(home, tree, part, value ?? {}),
  }));

const movedRecords = (part: Part): Damage[] => [
  {
    name: `${part} is there twice`,
    hits: 'none',
    apply(home, tree) {
      const { list, index } = listOf(home, tree, part) ?? { list: [], index: 0 };
      list.push(structuredClone(list[index]));
    },
  },
  {
    name: `${part} is last`,
    hits: 'none',
    apply(home, tree) {
      const { list, index } = listOf(home, tree, part) ?? { list: [], index: 0 };
      list.push(...list.splice(index, 1));
    },
  },
  {
    name: `${part} is first`,
    hits: 'none',
    apply(home, tree) {
      const { list, index } = listOf(home, tree, part) ?? { list: [], index: 0 };
      list.unshift(...list.splice(index, 1));
    },
  },
];

/** What only some fields can have. */
export function damagedMeanings(home: Home): Damage[] {
  const { encircle, time } = home;
  const timeless = (time === undefined ? [] : ['0', 0]).map((value): Damage => {
    const apply = (one: Home, tree: Tree) => {
      recordOf(one, tree, 'message')[time as string] = value;
    };
    return { name: `the time of the message is ${JSON.stringify(value)}`, hits: 'message', apply };
  });
  if (!encircle) return timeless;
  const circle: Damage = {
    name: 'records refer to each other in a circle',
    hits: 'none',
    isPossible: true,
    apply: (_, tree) => encircle(tree),
  };
  return [...timeless, circle];
}

/** A message as a phone writes it. */
function lineOf({ stamp, sender, text }: Parent): string {
  return `${stamp} - ${sender ?? ''}: ${text ?? ''}\n`;
}

function write(name: string, content: unknown): string {
  if (typeof content === 'string') return content;
  if (name.endsWith('.txt')) return (content as Parent[]).map(lineOf).join('');
  if (Array.isArray(content) && name.endsWith('.jsonl')) {
    return `${content.map((record) => JSON.stringify(record)).join('\n')}\n`;
  }
  return JSON.stringify(content, undefined, 2);
}

/** BSON has nothing but objects at its top, and so have the tables of a database. */
function bytesOf(name: string, content: unknown): string | Buffer {
  if (name.endsWith('.sqlite3')) return databaseOf(content as Record<string, unknown[]>);
  if (!name.endsWith('.bson')) return write(name, content);
  const isObject = (one: unknown): one is object => typeof one === 'object' && !Array.isArray(one);
  return bson((content as unknown[]).map((one) => ({ ...(isObject(one) ? one : { value: one }) })));
}

/** The files of a tree, as they are written. */
export function filesOf(tree: Tree): Record<string, string | Buffer> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, content]) => [name, Buffer.isBuffer(content) ? content : bytesOf(name, content)]),
  );
}

function rewrite(tree: Tree, name: string, change: (text: string) => string | Buffer): void {
  tree[name] = change(write(name, tree[name]));
}

const file = (name: string, hits: 'file' | 'message' | 'none', change: (text: string) => string | Buffer): Damage => ({
  name: `the file of the messages ${name}`,
  hits,
  apply: (home, tree) => rewrite(tree, home.messages, change),
});

const latin =
  (home: Home, bytes: string): Damage['apply'] =>
  (_, tree) =>
    rewrite(tree, home.messages, (text) => Buffer.from(text.replace(home.text, `${home.text} ${bytes}`), 'latin1'));

const binary = (name: string, change: (bytes: Buffer) => Buffer): Damage => ({
  name: `the file of the messages ${name}`,
  hits: 'file',
  apply(home, tree) {
    tree[home.messages] = change(Buffer.from(bytesOf(home.messages, tree[home.messages])));
  },
});

/** Files that are no text, as wholes. */
const damagedBytes: readonly Damage[] = [
  binary('ends in the middle', (bytes) => bytes.subarray(0, bytes.length * 0.8)),
  binary('ends after its first bytes', (bytes) => bytes.subarray(0, 10)),
  binary('ends with zero bytes', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)])),
  binary('has something after its end', (bytes) => Buffer.concat([bytes, Buffer.from('!')])),
  binary('begins in the middle', (bytes) => bytes.subarray(bytes.length / 2)),
  binary('has a wrong length', (bytes) => Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x7f]), bytes.subarray(4)])),
  // An empty collection has such a file.
  { ...binary('is empty', () => Buffer.alloc(0)), isPossible: true },
  binary('is a page of the web', () => Buffer.from('<html></html>')),
];

/** The damages of files that a format can have. */
export function damagedWholes({ kind }: Home): readonly Damage[] {
  if (kind === 'text') return damagedTexts;
  return kind === 'JSON' ? damagedFiles : damagedBytes;
}

/** Files of any text. */
const anyText: readonly Damage[] = [
  file('begins with a byte order mark', 'none', (text) => `\ufeff${text}`),
  file('is in UTF-16, little-endian', 'none', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  file('is in UTF-16, big-endian', 'none', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()),
  file('has lines of Windows', 'none', (text) => text.replaceAll('\n', '\r\n')),
  file('ends with white space', 'none', (text) => `${text}\n \n\n`),
  file('ends after its first bytes', 'file', (text) => text.slice(0, 10)),
  file('ends with zero bytes', 'file', (text) => `${text}${'\0'.repeat(100)}`),
  file('is empty', 'file', () => ''),
  file('is a number', 'file', () => '7'),
  file('is a list of numbers', 'file', () => '[1, 2]'),
  file('is an empty object', 'file', () => '{}'),
  file('is a page of the web', 'file', () => '<html></html>'),
  { name: 'one text is in Latin-1', hits: 'message', apply: (home, tree) => latin(home, 'caf\xe9')(home, tree) },
  {
    name: 'one text has half a character',
    hits: 'message',
    apply: (home, tree) => latin(home, '\xf0\x9f')(home, tree),
  },
  {
    name: 'the file of the messages is missing',
    hits: 'file',
    isPossible: true,
    apply: (home, tree) => void delete tree[home.messages],
  },
  {
    name: 'the file of the messages is there twice',
    hits: 'none',
    apply(home, tree) {
      const [, start = '', end = ''] = /^(.*)(\.\w+)$/.exec(home.messages) ?? [];
      tree[`${start} (1)${end}`] = structuredClone(tree[home.messages]);
    },
  },
  {
    name: 'the messages are in two files',
    hits: 'none',
    apply(home, tree) {
      const content = structuredClone(tree[home.messages]);
      const [, start = '', end = ''] = /^(.*)(\.\w+)$/.exec(home.messages) ?? [];
      const { list, index } = listOf(home, tree, 'message') ?? { list: [], index: 0 };
      list.splice(index);
      const more = { [home.messages]: content };
      listOf(home, more, 'message')?.list.splice(0, index);
      tree[`${start} (2)${end}`] = more[home.messages];
    },
  },
];

/** Files of JSON. */
const damagedFiles: readonly Damage[] = [
  ...anyText,
  file('ends in the middle', 'file', (text) => text.slice(0, text.length * 0.8)),
  file('has something after its end', 'file', (text) => `${text}\n!`),
  file('lacks a comma', 'none', (text) => text.replace(/\},(\s+\{\s+"(?:id|type)": (?:"203"|103|"message"))/, '}$1')),
  file('has a word that is no JSON', 'message', (text) => text.replace('"The message that is damaged"', 'tea')),
  {
    name: 'the file of the users is no JSON',
    hits: 'file',
    apply: (home, tree) => rewrite(tree, home.users, (text) => text.slice(0, text.length / 2)),
  },
];

/** Files of lines, each with a date and a name. */
const damagedTexts: readonly Damage[] = [
  ...anyText,
  file('has marks of direction before its lines', 'none', (text) => text.replace(/^(?=\d)/gm, '\u200f')),
  file('has marks of direction in its dates', 'none', (text) => text.replace(/(\d\/)/g, '$1\u200f')),
  file('has narrow spaces in its dates', 'none', (text) => text.replace(/^(\S+) (\d+:\d+)/gm, '$1\u202f$2')),
  file('has dates in other digits', 'none', (text) =>
    text.replace(/^\S+ \S+/gm, (date) => date.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))),
  ),
  file('has the lines of iPhones', 'none', (text) => text.replace(/^(\S+ \S+) - /gm, '[$1:00] ')),
  file('begins in the middle of a message', 'none', (text) => `the rest of it\n\n${text}`),
  { ...file('has empty lines', 'none', (text) => text.replaceAll('\n', '\n\n')), isPossible: true },
  file('has a clock of twelve hours', 'none', (text) =>
    text.replace(/^(\S+) (\d+):(\d+)/gm, (_, date, hour, minute) => `${date} ${hour - 12}:${minute} PM`),
  ),
  ...['32/12/2020', '31/13/2020', '30/02/2021', '31/12/0000'].map((date) =>
    file(`has the date ${date}`, 'message', (text) => text.replace(/31\/12\/2020(?= \S+ - Ada Adams: The mess)/, date)),
  ),
  file('has the time 24:61', 'message', (text) => text.replace(/\d\d:\d\d(?= - Ada Adams: The mess)/, '24:61')),
];
