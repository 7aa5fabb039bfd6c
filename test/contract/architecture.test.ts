import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../../src');

/** A file of src by its path below it. */
interface Source {
  path: string;
  text: string;
  imports: { path: string; isType: boolean }[];
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map(readSource)
  .sort((a, b) => a.path.localeCompare(b.path));

const nouns = [
  'realm',
  'accounts',
  'conversations',
  'organization',
  'registration',
  'users',
  'bots',
  'groups',
  'channels',
  'messages',
  'later',
  'search',
  'events',
  'external',
  'invites',
  'uploads',
  'push',
];

/** Imports that the rule for http/ and db/ does not hold for. */
const nounExceptions = [
  // A request is made by a user: this is the one noun the machinery knows.
  'http/auth.ts -> accounts/api-key.ts',
  'http/auth.ts -> users/user.ts',
  'http/endpoint.ts -> users/user.ts',
];

/** Files that hand events to the queues. */
const delivering = [
  // Hands each event to what follows it: kept messages, then the queues.
  'app.ts',
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
  // The parts of what is unread, constants all of them, which the search for the first unread message uses too.
  'conversations/read-state.ts: openSql',
  'conversations/read-state.ts: ownSql',
  'conversations/read-state.ts: unreadThereSql',
  'conversations/read-state.ts: unreadBehindSql',
  // receivedSql() and sawMoveSql() take the placeholder or column of their user; each call names it by a constant.
  'conversations/read-state.ts: user',
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
        imports
          .filter((one) => !sources.some((source) => source.path === one.path))
          .map((one) => `${path} -> ${one.path}`),
      ),
      [],
    );
  });

  it('imports without circles', () => {
    const circle = findCircle((one) => !one.isType);

    assert.deepEqual(circle, []);
  });

  it('has circles of types only through App, which every action takes and which knows every endpoint', () => {
    const circle = findCircle((one) => one.path !== 'app.ts');

    assert.deepEqual(circle, []);
  });

  it('has file names in kebab-case', () => {
    const odd = sources.filter(({ path }) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(path));

    assert.deepEqual(pathsOf(odd), []);
  });

  it('knows no any', () => {
    const relaxed = sources.filter(({ text }) => text.includes('lint/suspicious/noExplicitAny'));
    const uses = sources.flatMap(({ text }) => [...text.matchAll(/^.*(?:[:<|&]|\bas) *any\b.*$/gm)]);

    assert.deepEqual(pathsOf(relaxed), withAny);
    assert.equal(uses.length, withAny.length, uses.map(([line]) => line).join('\n'));
  });
});

describe('http/ and db/', () => {
  it('know no noun of the chat but the user', () => {
    const machinery = sources.filter(({ path }) => path.startsWith('http/') || path.startsWith('db/'));

    const known = machinery.flatMap(({ path, imports }) =>
      imports.filter((one) => nouns.includes(dirname(one.path))).map((one) => `${path} -> ${one.path}`),
    );

    assert.deepEqual(known, nounExceptions);
  });

  it('of which db/ knows nothing else of the program but its files', () => {
    const known = sources
      .filter(({ path }) => path.startsWith('db/'))
      .flatMap(({ imports }) => imports.map((one) => one.path))
      .filter((path) => !path.startsWith('db/'));

    assert.deepEqual([...new Set(known)], ['assets.ts']);
  });
});

describe('a resource file', () => {
  const declaring = sources.filter(({ text }) =>
    /^export const \w+(: Endpoint)? = (publicEndpoint|endpoint)\(/m.test(text),
  );

  it('is listed in endpoints.ts', () => {
    const listed = sources.find(({ path }) => path === 'endpoints.ts')?.imports.filter((one) => !one.isType) ?? [];

    assert.ok(declaring.length > 5);
    assert.deepEqual(listed.map((one) => one.path).sort(), pathsOf(declaring).sort());
  });

  it('is imported by endpoints.ts alone', () => {
    const resources = pathsOf(declaring);

    const importing = sources
      .filter(({ path }) => path !== 'endpoints.ts')
      .flatMap(({ path, imports }) => {
        return imports.filter((one) => resources.includes(one.path)).map((one) => `${path} -> ${one.path}`);
      });

    assert.deepEqual(importing, []);
  });

  it('exports endpoints and nothing else', () => {
    const others = declaring.flatMap(({ path, text }) => {
      const lines = text.match(/^export .*$/gm) ?? [];
      return lines.filter((line) => !/^export const \w+: Endpoint = /.test(line)).map((line) => `${path}: ${line}`);
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

describe('SQL', () => {
  const outside = sources.filter(({ path }) => !path.startsWith('search/'));

  it('is assembled in search/ alone: elsewhere it holds only constants', () => {
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
  const found = text.matchAll(/^(?:import|export) (type )?[^;']*?from '(\.[^']+\.ts)';/gm);
  const imports = [...found].map(([, type, from = '']) => ({
    path: normalize(join(dirname(path), from)),
    // `import { type A }` loads the file although it takes no value of it.
    isType: type !== undefined,
  }));
  return { path: normalize(path), text, imports };
}

function pathsOf(found: readonly Source[]): string[] {
  return found.map(({ path }) => path);
}

/** The paths of a circle among the imports that count; an empty list when there is none. */
function findCircle(counts: (one: Source['imports'][number]) => boolean): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.filter(counts).map((one) => one.path)]));
  const done = new Set<string>();
  for (const { path } of sources) {
    const circle = walk(path, next, [], done);
    if (circle.length > 0) return circle;
  }
  return [];
}

function walk(path: string, next: Map<string, string[]>, way: string[], done: Set<string>): string[] {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (done.has(path)) return [];
  for (const one of next.get(path) ?? []) {
    const circle = walk(one, next, [...way, path], done);
    if (circle.length > 0) return circle;
  }
  done.add(path);
  return [];
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
  if (/^(columns|\w+Columns|inJsonList|ownMessages|joinedMessages)$/.test(piece)) return true;
  if (/^(receivedSql|sawMoveSql)\('(\?\d*|\w+\.\w+)'\)$/.test(piece)) return true;
  return new RegExp(`^ *const ${piece} = (\`[^\`$]*\`|'[^']*');`, 'm').test(text);
}
