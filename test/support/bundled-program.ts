import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = dirname(dirname(import.meta.dirname));
/** Beside the executable and not in node_modules, where Node.js would not load main.ts. */
const folder = join(root, 'dist/test-program');
/** What assets.ts names beside the code, and the packages. */
const others = [
  'node_modules',
  'package.json',
  'schema.sql',
  'src/client',
  'src/db/migrations',
  'src/export/html/assets',
  'src/web/page.css',
];
/** The code of the process, which bin/chatd starts, and of its threads. */
const entries = ['main', 'search/worker', 'images/thumbnail-worker', 'mail/mail-worker'];

/**
 * Makes a checkout whose code is bundled into few files: loading hundreds takes most of the time of a short command, and
 * tests run hundreds of commands. Returns its launcher.
 */
export async function bundleProgram(): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const name of ['chatd', 'node']) copyFileSync(join(root, 'bin', name), join(folder, 'bin', name));
  await bundleCode();
  for (const path of others) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  return join(folder, 'bin/chatd');
}

async function bundleCode(): Promise<void> {
  await build({
    absWorkingDir: join(root, 'src'),
    entryPoints: Object.fromEntries(entries.map((entry) => [`${entry}-code`, `${entry}.ts`])),
    outdir: join(folder, 'src'),
    bundle: true,
    splitting: true,
    external: ['better-sqlite3', 'esbuild', '@silvia-odwyer/photon-node'],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // For the code that is no module itself.
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  for (const entry of entries) {
    writeFileSync(join(folder, `src/${entry}.ts`), `import './${entry.split('/').at(-1)}-code.js';\n`);
  }
}
