import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../../src');

/** A call of the database in the source whose SQL and row type can both be read from the text. */
export interface TypedQuery {
  /** File and line. */
  at: string;
  sql: string;
  /** The type of each field of the row type, as written. */
  fields: Record<string, string>;
}

/** All such calls, and the type and argument of those that cannot be read. */
export function readTypedQueries(): { queries: TypedQuery[]; unread: string[] } {
  const queries: TypedQuery[] = [];
  const unread: string[] = [];
  for (const path of texts.keys()) {
    for (const call of textOf(path).matchAll(calls)) {
      const { type = '', argument = '' } = call.groups ?? {};
      const at = `${path}:${textOf(path).slice(0, call.index).split('\n').length}`;
      const fields = fieldsOf(type, path);
      const sql = sqlOf(argument, path, call.index);
      if (fields && sql) queries.push({ at, sql, fields });
      else unread.push(`${type} ${argument}`);
    }
  }
  return { queries, unread };
}

const texts = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, blank)]),
);

// Keeps the lines, which places are counted in.
function blank(comment: string): string {
  return comment.replace(/[^\n]/g, '');
}

function textOf(path: string): string {
  return texts.get(path) ?? '';
}

const text = '\'[^\']*\'|"[^"]*"|`[^`]*`';
const calls = new RegExp(
  `\\.(?:get|all|cached|cachedAll)<(?<type>(?:[^<>()]|<[^<>()]*>)+)>\\(\\s*(?<argument>${text}|\\w+)`,
  'g',
);

/** The SQL of a literal or of a constant. */
function sqlOf(argument: string, path: string, before: number): string | undefined {
  const literal = /^\w+$/.test(argument) ? literalOf(argument, path, before) : argument;
  if (literal === undefined) return undefined;
  let isWhole = true;
  const sql = literal.slice(1, -1).replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const piece = /^\w+$/.test(name) ? sqlOf(name, path, before) : undefined;
    isWhole &&= piece !== undefined;
    return piece ?? '';
  });
  return isWhole ? sql : undefined;
}

/** The constant of that name in the same function or at the top of the file, or of the file it is imported from. */
function literalOf(name: string, path: string, before: number): string | undefined {
  const constants = [...textOf(path).matchAll(new RegExp(`^( *)(?:export )?const ${name} =\\s*(${text});`, 'gm'))];
  const isLocal = ({ index }: RegExpExecArray) => index < before && !/^\}/m.test(textOf(path).slice(index, before));
  const nearest = constants.findLast(isLocal) ?? constants.find(([, indent]) => indent === '');
  if (nearest) return nearest[2];
  const origin = originOf(name, path);
  return origin === undefined ? undefined : literalOf(name, origin, Number.POSITIVE_INFINITY);
}

/** The file that a name is imported from. */
function originOf(name: string, path: string): string | undefined {
  const origin = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(textOf(path))?.[1];
  return origin?.startsWith('.') ? normalize(join(dirname(path), origin)) : undefined;
}

/** The fields of an interface, an object type, or several joined by `&`. */
function fieldsOf(type: string, path: string): Record<string, string> | undefined {
  const parts = type.split(/ & (?![^{]*\})/).map((part) => fieldsOfPart(part.trim(), path));
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

function fieldsOfPart(type: string, path: string): Record<string, string> | undefined {
  if (type.startsWith('{')) return fieldsIn(type.slice(1, -1));
  const [, choice, of = '', keys = ''] = /^(Pick|Omit)<(\w+), ([^>]*)>$/.exec(type) ?? [];
  if (choice) return chosen(fieldsOf(of, path), keys, choice === 'Pick');
  if (!/^\w+$/.test(type)) return undefined;
  const alias = new RegExp(`\\btype ${type} = ([^{};|]+(?:\\{[^{}]*\\})?);`).exec(textOf(path))?.[1];
  if (alias !== undefined) return fieldsOf(alias, path);
  const declaration = new RegExp(`\\b(?:interface ${type}(?: extends ([^{]+))?|type ${type} =) \\{([^{}]*)\\}`);
  const [found, parents, body = ''] = declaration.exec(textOf(path)) ?? [];
  if (found === undefined) return imported(type, path);
  const above = parents ? fieldsOf(parents.trim().replaceAll(', ', ' & '), path) : {};
  return above && { ...above, ...fieldsIn(body) };
}

function chosen(fields: Record<string, string> | undefined, keys: string, isPick: boolean): typeof fields {
  return fields && Object.fromEntries(Object.entries(fields).filter(([name]) => keys.includes(`'${name}'`) === isPick));
}

function imported(type: string, path: string): Record<string, string> | undefined {
  const origin = originOf(type, path);
  return origin === undefined ? undefined : fieldsOfPart(type, origin);
}

function fieldsIn(body: string): Record<string, string> {
  const fields = body.replace(/\/\/[^\n]*/g, '').matchAll(/(\w+)(\??): ([^;]+?)\s*(?:;|$)/g);
  return Object.fromEntries([...fields].map(([, name, optional, type]) => [name, `${type}${optional}`]));
}
