import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync } from 'node:zlib';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { clientFile, clientFolder, isBuilt } from '../assets.ts';
import { toOlderClasses } from '../markdown/formula-classes.ts';
import { type ClientTexts, groupTexts, type Numbers, numberMessages, withNumbers } from './client-texts.ts';

/** The files of the web client, by name. Each name contains a hash of the content. */
export interface ClientBundle {
  files: ReadonlyMap<string, ClientFile>;
  /** The script with everything that is needed at first. */
  script: string;
  style: string;
  /** The style sheet for formulas, loaded with the first formula. */
  formulaStyle: string;
  /** The script that runs independently of pages: a service worker. */
  worker: string;
  /** The files of each part that is loaded later, by its source. */
  parts: Readonly<Record<string, readonly string[]>>;
  texts: Pick<ClientTexts, 'version' | 'groups'>;
}

/** A hash of the file names, equal for equal files. */
export function versionOf({ files }: ClientBundle): string {
  return createHash('sha256')
    .update([...files.keys()].sort().join())
    .digest('hex')
    .slice(0, 12);
}

export interface ClientFile {
  type: string;
  body: Buffer;
  /** Compressed: `br` in the executable, `gz` since the first request for it. */
  br?: Buffer;
  gz?: Buffer;
}

/** Fonts are compressed already. */
export function isPackable({ type }: ClientFile): boolean {
  return !type.startsWith('font/');
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

let bundle: Promise<ClientBundle> | undefined;

/** The bundle that was built; in a checkout, one built from the source at the first call. */
export function findBundle(): Promise<ClientBundle> {
  bundle ??= isBuilt ? Promise.resolve(deserialize(readFileSync(clientFile))) : bundleClient();
  return bundle;
}

/** Builds the client from its source. Works only in a checkout. */
export async function bundleClient(): Promise<ClientBundle> {
  const { build } = await import('esbuild');
  const numbers = numberMessages();
  const pages = await build({
    ...buildOptions,
    entryPoints: { main: 'main.tsx', style: 'style/main.css', formula: 'style/formula.css' },
    splitting: true,
    format: 'esm',
    plugins: [sourcesOf(numbers), olderFormulas],
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
  });
  const worker = await build({ ...buildOptions, entryPoints: { worker: 'worker/main.ts' }, format: 'iife' });
  const described = describe({ ...pages.metafile.outputs, ...worker.metafile.outputs });
  const texts = groupTexts(pages.metafile.outputs, described.parts, described.script, numbers);
  const outputs = [...pages.outputFiles, ...worker.outputFiles].map(({ path, contents }) => [path, contents] as const);
  const files = [...outputs, ...texts.files].map(([path, content]): [string, ClientFile] => [
    basename(path),
    fileOf(path, Buffer.from(content)),
  ]);
  return { files: new Map(files), ...described, texts: { version: texts.version, groups: texts.groups } };
}

/**
 * Puts numbers for the names of messages. And lets everything that is loaded later import the entry script too, which
 * runs already by then: all that is needed at first belongs to the same entry points that way, and becomes one chunk
 * instead of a dozen.
 */
function sourcesOf(numbers: Numbers): Plugin {
  const main = JSON.stringify(join(clientFolder, 'main.tsx'));
  return {
    name: 'sources',
    setup({ onResolve, onLoad, resolve }) {
      const later = new Set<string>();
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'dynamic-import' && pluginData !== later)
          later.add((await resolve(path, { kind, resolveDir, pluginData: later })).path);
        return undefined;
      });
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const source = withNumbers(readFileSync(path, 'utf8'), numbers);
        return { contents: later.has(path) ? `${source}\nimport ${main};` : source, loader: 'tsx' };
      });
    },
  };
}

/** Renames the classes of KaTeX's style sheet like those of the server's formulas. */
const olderFormulas: Plugin = {
  name: 'older formulas',
  setup({ onLoad }) {
    onLoad({ filter: /katex\.min\.css$/ }, ({ path }) => ({
      contents: toOlderClasses(readFileSync(path, 'utf8')),
      loader: 'css',
    }));
  },
};

const buildOptions = {
  absWorkingDir: clientFolder,
  outdir: 'assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  target: ['es2023', 'chrome125', 'firefox128', 'safari17.5'],
  minify: true,
  metafile: true,
  write: false,
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions;

function fileOf(path: string, body: Buffer): ClientFile {
  return { type: types[extname(path)] ?? 'application/octet-stream', body };
}

function describe(outputs: Metafile['outputs']): Omit<ClientBundle, 'files' | 'texts'> {
  const find = (entry: string) => {
    const output = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
    if (!output) throw new Error(`the bundle of the client has no ${entry}`);
    return output;
  };
  // The entry itself does nothing but import the chunk that others import, too.
  const [, { imports }] = find('main.tsx');
  const nameOf = (entry: string) => basename(find(entry)[0]);
  const first = imports[0]?.path ?? '';
  return {
    script: basename(first),
    style: nameOf('style/main.css'),
    formulaStyle: nameOf('style/formula.css'),
    worker: nameOf('worker/main.ts'),
    parts: partsOf(outputs, first),
  };
}

/** The parts that are loaded later: their own files and those that these import, except for the first script. */
function partsOf(outputs: Metafile['outputs'], first: string): Record<string, string[]> {
  const imported = (path: string, kind: string) =>
    (outputs[path]?.imports ?? []).filter((one) => one.kind === kind).map((one) => one.path);
  const parts = new Set(Object.keys(outputs).flatMap((path) => imported(path, 'dynamic-import')));
  const filesOf = (path: string): string[] => [
    ...new Set([
      path,
      ...imported(path, 'import-statement')
        .filter((one) => one !== first)
        .flatMap(filesOf),
    ]),
  ];
  return Object.fromEntries(
    [...parts].map((path) => [outputs[path]?.entryPoint ?? '', filesOf(path).map((one) => basename(one))]),
  );
}

/**
 * Writes a bundle with compressed copies into one file, to be packed into the executable: each packed file delays its
 * start.
 */
export function writeClient({ files, ...entries }: ClientBundle, file: string): void {
  const packed = [...files].map(([name, one]): [string, ClientFile] => [name, compressed(one)]);
  writeFileSync(file, serialize({ files: new Map(packed), ...entries } satisfies ClientBundle));
}

function compressed(file: ClientFile): ClientFile {
  if (!isPackable(file)) return file;
  return { ...file, br: brotliCompressSync(file.body) };
}
