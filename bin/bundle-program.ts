import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = dirname(import.meta.dirname);

const required = join(import.meta.dirname, 'whole-http.cts');

/** Processes that start meanwhile may still need the files of an earlier bundle. */
const kept = 24 * 3600 * 1000;

/**
 * Bundles the sources, and the packages that they import, into few files of a folder; `main.mjs` is the program.
 * `files.json` lists sources and bundle, and when each was changed.
 */
export async function bundleProgram(folder: string): Promise<void> {
  const began = Date.now();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    // A command loads only what it needs.
    splitting: true,
    external: ['better-sqlite3'],
    alias: { http: required, 'node:http': required },
    plugins: [laterPackagesApart],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'src')) },
    // For packages that are no modules themselves.
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
    },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  mkdirSync(folder, { recursive: true });
  removeOld(folder, began - kept);
  // The main file comes last, because a process may start at any moment.
  const isMain = ({ path }: { path: string }) => path === join(folder, 'main.mjs');
  const ordered = outputFiles.toSorted((one, other) => Number(isMain(one)) - Number(isMain(other)));
  for (const { path, contents } of ordered) place(path, contents);
  const sources = Object.keys(metafile.inputs).map((path) => join(root, path));
  // A source that has changed since does not count as bundled.
  const changes = sources.map((path) => [path, Math.min(statSync(path).mtimeMs, began)]);
  const bundled = outputFiles.map(({ path }) => [path, statSync(path).mtimeMs]);
  place(join(folder, 'files.json'), JSON.stringify([...bundled, ...changes]));
}

/** Packages that are loaded when they are first used stay files of their own. */
const laterPackagesApart: Plugin = {
  name: 'later packages apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind !== 'import-statement' && !importer.includes('node_modules') ? { path, external: true } : undefined,
    );
  },
};

function removeOld(folder: string, until: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < until) rmSync(path);
  }
}

/** Another process may load the file at the same moment. */
function place(file: string, content: string | Uint8Array): void {
  const fresh = `${file}.${randomUUID()}`;
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}
