import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../../src');

/** A file of src by its path below it. */
interface Source {
  path: string;
  text: string;
  /** Files of src, for values or types, now or later. */
  imports: string[];
  /** Those of them that are loaded with it. */
  loads: string[];
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map(readSource)
  .sort((a, b) => a.path.localeCompare(b.path));

const floors = readFloors('README.md');

/** Files that hand events to the queues. */
const delivering = [
  'events/event.ts',
  // Events of admin commands were published by publish() of another process.
  'events/outbox.ts',
  // Whether anybody wants deleted messages one by one is known only once the ids were delivered together.
  'messages/update-event.ts',
];

/** What SQL outside search/ holds beside constants. */
const sqlPieces = [
  // One of ownMessages and joinedMessages, which are constants.
  'conversations/read-marks.ts: messagesOf',
  // receivedSql(), sawMoveSql(), visibleSql() and isReadSql() take the placeholder or column of their user; each call names it by
  // a constant, or passes it on.
  'conversations/read-state.ts: user',
  'conversations/read-state.ts: receivedSql(user)',
  'conversations/read-state.ts: sawMoveSql(user)',
  // The parts of what is unread, constants all of them, which the search for the first unread message uses too.
  'conversations/unread-messages.ts: openSql',
  'conversations/unread-messages.ts: ownSql',
  'conversations/unread-messages.ts: unreadThereSql',
  'conversations/unread-messages.ts: unreadBehindSql',
  'conversations/unread-messages.ts: unreadSql',
];

/** Files that turn off the rule against `any`, each once. */
const withAny = [
  // A table of parameters of all types.
  'http/params.ts',
];

describe('the source', () => {
  it('was found', () => {
    assert.ok(sources.length > 50);
    assert.ok(sources.flatMap(({ imports }) => imports).length > 200);
    assert.deepEqual(
      sources.flatMap(({ path, imports }) =>
        imports.filter((one) => !sources.some((source) => source.path === one)).map((one) => `${path} -> ${one}`),
      ),
      [],
    );
  });

  it('has no circles of files', () => {
    assert.deepEqual(findCircle(new Map(sources.map(({ path, imports }) => [path, imports]))), []);
  });

  it('has file names in kebab-case', () => {
    const odd = sources.filter(({ path }) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(path));

    assert.deepEqual(pathsOf(odd), []);
  });

  it('knows no any', () => {
    const relaxed = sources.filter(({ text }) => text.includes('lint/suspicious/noExplicitAny'));
    const uses = sources.flatMap(({ text }) => [...text.matchAll(/^.*(?:[:<|&]|\bas) *any\b.*$/gm)]);

    assert.deepEqual(pathsOf(relaxed), withAny);
    assert.equal(uses.length, withAny.length, uses.map(([line]) => line).join('\n'));
  });
});

describe('an export', () => {
  const folders = ['src', 'bin', 'test'].map((name) => join(root, '..', name));
  const importers = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.c?tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  const uses = new Set(importers.flatMap((path) => listUses(path, readFileSync(path, 'utf8'))));
  const exported = sources.flatMap(({ path, text }) => listExports(path, text));

  it('has an importer', () => {
    const unused = exported.filter(({ path, name, isType }) => {
      return !uses.has(`${path}: ${name}`) && (isType || !uses.has(`${path}: all`));
    });

    assert.deepEqual(
      unused.map(({ path, name }) => `${path}: ${name}`),
      [],
    );
  });

  it('was found', () => {
    assert.ok(exported.length > 2000, String(exported.length));
    assert.ok(exported.filter(({ isType }) => isType).length > 500);
    assert.ok(uses.has('users/user.ts: User') && uses.has('cli/serve.ts: all'));
  });
});

describe('README.md', () => {
  it('has at most 10 KB', () => {
    assert.ok(statSync(join(root, '../README.md')).size <= 10 * 1024);
  });

  it('says in four lines at most how each system gets it and runs it', () => {
    const text = readFileSync(join(root, '../README.md'), 'utf8');
    const [, section = ''] = /^## Run it\n(.*?)^## /ms.exec(text) ?? [];
    const blocks = [...section.matchAll(/^```\w+\n(.*?)^```$/gms)].map(
      ([, lines = '']) => lines.trim().split('\n').length,
    );

    assert.ok(blocks.length >= 6 && Math.max(...blocks) <= 4, String(blocks));
  });
});

describe('.github/SECURITY.md', () => {
  it('names tests that are there', () => {
    const text = readFileSync(join(root, '../.github/SECURITY.md'), 'utf8');
    const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);

    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, '..', path))),
      [],
    );
  });
});

describe('the floors', () => {
  it('hold every file', () => {
    assert.ok(floors.length > 10);
    assert.deepEqual(
      pathsOf(sources).filter((path) => floorOf(path) < 0),
      [],
    );
    assert.deepEqual(
      floors.flatMap(({ rooms }) => rooms).filter((room) => !sources.some(({ path }) => roomOf(path) === room)),
      [],
    );
  });

  it('are imported downwards alone, types included', (t) => {
    const upward = sources.flatMap(({ path, imports }) =>
      imports.filter((to) => floorOf(to) < floorOf(path)).map((to) => `${path} -> ${to}`),
    );

    assert.deepEqual(upward, []);
    for (const { rooms, says } of floors) t.diagnostic(`${rooms.join(' ')}: ${says}`);
  });

  it('have no circles of folders', () => {
    assert.deepEqual(findCircle(joinImports(sources, roomOf)), []);
  });
});

describe('the web client', () => {
  const client = sources.filter(({ path }) => path.startsWith('client/'));

  it('imports nothing of the server but languages, the accent color and the rule of notifications', () => {
    const found = client.flatMap(({ path, imports }) =>
      imports.filter((one) => !/^((client|languages|reach)\/|accent\.ts$)/.test(one)).map((one) => `${path} -> ${one}`),
    );

    assert.ok(client.length > 50);
    assert.deepEqual(found, []);
  });

  it('is known to the server by its registration alone', () => {
    const found = sources
      .filter(({ path }) => !path.startsWith('client/'))
      .flatMap(({ path, imports }) =>
        imports.filter((one) => one.startsWith('client/')).map((one) => `${path} -> ${one}`),
      );

    assert.deepEqual(found, [
      'export/html/widgets.ts -> client/widgets/poll.ts',
      'export/html/widgets.ts -> client/widgets/todo.ts',
      'web/app-page.ts -> client/api/registration.ts',
    ]);
  });

  const below = (path: string) => path.slice('client/'.length);
  const clientFloors = readFloors('client/README.md');

  it('has a floor for every file', () => {
    const homeless = client.filter(({ path }) => floorOf(below(path), clientFloors) < 0);

    assert.ok(clientFloors.length > 10);
    assert.deepEqual(pathsOf(homeless), []);
    assert.deepEqual(
      clientFloors
        .flatMap(({ rooms }) => rooms)
        .filter((room) => !client.some(({ path }) => roomOf(below(path)) === room)),
      [],
    );
  });

  it('imports downwards alone', () => {
    const upward = client.flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith('client/'))
        .filter((to) => floorOf(below(to), clientFloors) < floorOf(below(path), clientFloors))
        .map((to) => `${path} -> ${to}`),
    );

    assert.deepEqual(upward, []);
  });

  it('has no circles of folders', () => {
    const next = joinImports(client, (path) => roomOf(below(path)));

    assert.ok(next.has('messages'));
    assert.deepEqual(findCircle(next), []);
  });

  it('searches the document for nothing that another folder renders', () => {
    // It reads HTML of the clipboard, which may have been copied from messages.
    const others = client.filter(({ path }) => path !== 'client/text/pasted-html.ts');
    const found = others.flatMap(({ path, text }) =>
      queriesOf(text)
        .filter((query) => !isOwn(query, roomOf(below(path)), client))
        .map((query) => `${path}: ${query}`),
    );

    assert.ok(client.flatMap(({ text }) => queriesOf(text)).length > 20);
    assert.deepEqual(found, []);
  });

  it('has a store that draws nothing', () => {
    const store = client.filter(({ path }) => path.startsWith('client/store/') || path.startsWith('client/api/'));
    const packages = store.flatMap(({ text }) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name));
    const beyond = store.flatMap(({ path, imports }) =>
      imports.filter((one) => !/^(client\/(store|api|language)|reach)\//.test(one)).map((one) => `${path} -> ${one}`),
    );

    assert.deepEqual([...new Set(packages)], ['@preact/signals-core']);
    assert.deepEqual(beyond, []);
  });

  it('waits with no effect of a view until something is painted', () => {
    // Until then keys would find what was left, and what a left page began would go on acting.
    const waiting = client.filter(({ text }) => /\buseEffect\b/.test(text));

    assert.deepEqual(pathsOf(waiting), []);
  });

  it('makes HTML of text in one place', () => {
    const making = client.filter(({ text }) => /innerHTML|insertAdjacentHTML|outerHTML|document\.write/.test(text));

    assert.deepEqual(pathsOf(making), ['client/text/trusted.ts']);
  });
});

describe('a resource file', () => {
  const declaring = sources.filter(({ text }) =>
    /^export const \w+(: Endpoint(<[^>]+>)?)? = (publicEndpoint|endpoint)\(/m.test(text),
  );

  it('is listed in endpoints.ts', () => {
    const listed = sources.find(({ path }) => path === 'endpoints.ts')?.imports.filter(isResource) ?? [];

    assert.ok(declaring.length > 5);
    assert.deepEqual(listed.sort(), pathsOf(declaring).sort());
  });

  it('is imported by endpoints.ts alone', () => {
    const resources = pathsOf(declaring);

    const importing = sources
      .filter(({ path }) => path !== 'endpoints.ts')
      .flatMap(({ path, imports }) => {
        return imports.filter((one) => resources.includes(one)).map((one) => `${path} -> ${one}`);
      });

    assert.deepEqual(importing, []);
  });

  it('exports endpoints and nothing else', () => {
    const others = declaring.flatMap(({ path, text }) => {
      const lines = text.match(/^export .*$/gm) ?? [];
      return lines
        .filter((line) => !/^export const \w+: Endpoint(<[^>]+>)? = /.test(line))
        .map((line) => `${path}: ${line}`);
    });

    assert.deepEqual(others, []);
  });
});

describe('events', () => {
  it('reach the queues by one way', () => {
    const calling = sources.filter(({ text }) => /\.deliver\(/.test(text));

    assert.deepEqual(pathsOf(calling), delivering);
  });
});

describe('a command', () => {
  const loadedWith = (path: string, known = new Set<string>()): Set<string> => {
    if (known.has(path)) return known;
    known.add(path);
    for (const one of sources.find((source) => source.path === path)?.loads ?? []) loadedWith(one, known);
    return known;
  };

  it('loads the server only to serve', () => {
    const commands = sources.filter(({ path, text }) => path.startsWith('cli/') && /^export function add/m.test(text));
    const serving = commands.filter(({ path }) => loadedWith(path).has('app.ts'));

    assert.ok(commands.length > 20);
    assert.deepEqual(pathsOf(serving), ['cli/serve.ts']);
  });

  it('that only lists loads no act', () => {
    const listing = ['cli/list-users.ts', 'cli/list-channels.ts', 'cli/audit.ts'];

    assert.deepEqual(
      listing.filter((path) => loadedWith(path).has('consequences.ts')),
      [],
    );
  });

  it('is loaded when it is given', () => {
    assert.deepEqual(sources.find(({ path }) => path === 'cli/program.ts')?.loads.filter(isCommand), []);
  });
});

describe('SQL', () => {
  // The triggers of the audit log and the views of exports are made from constants; exports name tables of the schema.
  const assembling = ['conversations/readable.ts', 'db/change-capture.ts', 'export/chatd-tables.ts', 'export/scope.ts'];
  const outside = sources.filter(({ path }) => !path.startsWith('search/') && !assembling.includes(path));

  it('is assembled by search/ and for reading: elsewhere it holds only constants', () => {
    const assembled = outside.flatMap(({ path, text }) => {
      return sqlTemplates(text).flatMap((template) => {
        const pieces = [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, piece = '']) => piece);
        return pieces.filter((piece) => !isConstant(piece, text)).map((piece) => `${path}: ${piece}`);
      });
    });

    assert.deepEqual([...new Set(assembled)], sqlPieces);
  });

  it('is not joined from strings elsewhere', () => {
    const joined = outside.flatMap(({ path, text }) => {
      const found = text.match(/^.*['"`]\s*(SELECT|INSERT|UPDATE|DELETE|WHERE|AND)\b[^'"`]*['"`] \+ \w.*$/gm) ?? [];
      return found.map((line) => `${path}: ${line.trim()}`);
    });

    assert.deepEqual(joined, []);
  });

  it('was found', () => {
    const templates = sources.flatMap(({ text }) => sqlTemplates(text));

    assert.ok(templates.length > 30);
    assert.ok(templates.some((template) => /\$\{columns\}/.test(template)));
  });
});

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const found = [...text.matchAll(/^(?:import|export) [^;']*?from '(\.[^']+\.tsx?)';/gm)];
  const dynamic = [...text.matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)];
  const resolve = ([, from = '']: readonly string[]) => normalize(join(dirname(path), from));
  const loaded = found.filter(([statement]) => !/^(?:import|export) type /.test(statement));
  return { path: normalize(path), text, imports: [...found, ...dynamic].map(resolve), loads: loaded.map(resolve) };
}

/** A name that a file exports. */
interface Exported {
  path: string;
  name: string;
  isType: boolean;
}

function listExports(path: string, text: string): Exported[] {
  const declared = /^export (?:async )?(const|let|function\*?|(?:abstract )?class|interface|type) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, kind = '', name = '']) => {
    return { path, name, isType: kind === 'interface' || kind === 'type' };
  });
}

/** What a file imports of src, each as `path: name`; `path: all` for all that is no type. */
function listUses(path: string, text: string): string[] {
  const target = (from: string) => relative(root, join(dirname(path), from));
  const named = [...text.matchAll(/^(?:import|export) [^;'{]*\{([^}]*)\} from '(\.[^']+)'/gm)];
  const whole = [...text.matchAll(/^import \* as \w+ from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)];
  return [
    ...named.flatMap(([, names = '', from = '']) => {
      const listed = names.split(',').map((one) => /^(?:type )?(\w+)/.exec(one.trim())?.[1] ?? '');
      return listed.map((name) => `${target(from)}: ${name}`);
    }),
    ...whole.map(([, from, loaded]) => `${target(from ?? loaded ?? '')}: all`),
  ];
}

/** A line of the list of floors: folders and files that stand on it, and what they are. */
interface Floor {
  rooms: string[];
  says: string;
}

/** The list in a README, from the top. */
function readFloors(readme: string): Floor[] {
  const [, list = ''] =
    /## Floors\n[^`]*(?:`[^`\n]+`[^`]*)*```\n(.*?)```/s.exec(readFileSync(join(root, readme), 'utf8')) ?? [];
  const lines = list.replace(/\n +/g, '  ').trim().split('\n');
  return lines.map((line) => {
    const words = line.split(/ {2,}/);
    return { rooms: words.slice(0, -1), says: words.at(-1) ?? '' };
  });
}

/** The folder, or the file beside the folders, that a path is in. */
function roomOf(path: string): string {
  return path.split('/')[0] as string;
}

function floorOf(path: string, list: readonly Floor[] = floors): number {
  return list.findIndex(({ rooms }) => rooms.includes(roomOf(path)));
}

function isCommand(path: string): boolean {
  return /^export function add/m.test(sources.find((source) => source.path === path)?.text ?? '');
}

function isResource(path: string): boolean {
  return path.startsWith('resources/') && path !== 'resources/endpoint.ts';
}

function pathsOf(found: readonly Source[]): string[] {
  return found.map(({ path }) => path);
}

/** What folders import of each other. */
function joinImports(files: readonly Source[], folderOf: (path: string) => string): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const others = imports.map(folderOf).filter((folder) => folder !== folderOf(path));
    next.set(folderOf(path), [...(next.get(folderOf(path)) ?? []), ...others]);
  }
  return next;
}

/** The members of a circle; an empty list when there is none. */
function findCircle(next: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  for (const start of next.keys()) {
    const circle = walk(start, next, [], done);
    if (circle.length > 0) return circle;
  }
  return [];
}

function walk(path: string, next: ReadonlyMap<string, readonly string[]>, way: string[], done: Set<string>): string[] {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (done.has(path)) return [];
  for (const one of next.get(path) ?? []) {
    const circle = walk(one, next, [...way, path], done);
    if (circle.length > 0) return circle;
  }
  done.add(path);
  return [];
}

/** What a file searches the document for. */
function queriesOf(text: string): string[] {
  const calls = text.matchAll(/\b(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\(([`'"])(.*?)\1/g);
  return [...calls].map(([, , query = '']) => query.replaceAll(/\$\{[^}]*\}/g, ''));
}

/** Classes in the server's HTML of messages. */
const ofTheServer =
  /^(rendered|codehilite|message_inline_\w+|image-loading-placeholder|user-mention|spoiler-\w+|katex-html|emoji|highlight)$/;

/** Whether all classes of a query are rendered in the same folder or by the server, and labels and addresses play no part. */
function isOwn(query: string, room: string, client: readonly Source[]): boolean {
  if (/\[(aria-label|href|title)/.test(query)) return false;
  const mine = client.filter(({ path }) => roomOf(path.slice('client/'.length)) === room).map(({ text }) => text);
  const classes = [...query.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
  return classes.every(
    (name) =>
      ofTheServer.test(name) || mine.some((text) => new RegExp(`class(Name)?=?[^\\n]*['"\`{ ]${name}\\b`).test(text)),
  );
}

/** The template literals of a text that are SQL. */
function sqlTemplates(text: string): string[] {
  const templates = text.match(/`(?:[^`\\$]|\\.|\$\{[^}`]*\}|\$(?!\{))*`/g) ?? [];
  return templates.filter((template) =>
    /\b(SELECT|INSERT INTO|INSERT OR|UPDATE \w+ SET|DELETE FROM|WITH)\b/.test(template),
  );
}

// A name that the same file gives to a literal, one that says what it holds, or a shared condition about a placeholder
// or a column.
function isConstant(piece: string, text: string): boolean {
  if (/^(columns|\w+Columns|inJsonList|recipientsSql|ownMessages|joinedMessages)$/.test(piece)) return true;
  if (/^(receivedSql|sawMoveSql|visibleSql|isReadSql)\('(\?\d*|\w+\.\w+)'\)$/.test(piece)) return true;
  return new RegExp(`^ *const ${piece} = (\`[^\`$]*\`|'[^']*');`, 'm').test(text);
}
