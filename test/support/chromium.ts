import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const named = process.env.CHATD_TEST_CHROMIUM;
const isPacked = named === undefined && process.platform === 'linux' && process.arch === 'x64';
const folder = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));
/** That of the package names the folder for temporary files, and without a font Chromium ends at the first text field. */
const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;
const executablePath = isPacked ? await unpack() : named;
const env = isPacked ? completed(executablePath ?? '') : process.env;

/** Why no browser can be started here; false where one can. */
export const noChromium: string | false = whyNot();

/** The Chromium of `npm ci`, or another that is named. It rarely crashes while it starts, and then starts once more. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  // Files on the disk in place of shared memory take a tenth more time.
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];
  const options = { executablePath, env, ignoreDefaultArgs, args: ['--no-sandbox', ...args] };
  const launch = () => chromium.launch(options as Parameters<typeof chromium.launch>[0]);
  return launch().catch(launch);
}

/**
 * Unpacks the package, once for each checkout. Left to itself, it unpacks into the folder for temporary files, where it
 * takes what another checkout or user has put there, in whatever version and however much of it.
 */
async function unpack(): Promise<string> {
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const partial = mkdtempSync(`${folder}-`);
    await unpackInto(partial);
    try {
      renameSync(partial, folder);
    } catch {
      // Another process was quicker.
      rmSync(partial, { recursive: true });
    }
  }
  return join(folder, 'chromium');
}

async function unpackInto(place: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = place;
  try {
    await packed.executablePath();
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
    writeFileSync(join(place, 'fonts/fonts.conf'), fontsConfig);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** The environment, and in it the libraries and fonts that the package has for machines without them. */
function completed(executable: string): NodeJS.ProcessEnv {
  const whole = { ...process.env };
  if (lacking(executable).length > 0) whole.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) whole.FONTCONFIG_PATH = join(folder, 'fonts');
  return whole;
}

function whyNot(): string | false {
  if (executablePath === undefined) {
    return 'no package has a Chromium for this platform: CHATD_TEST_CHROMIUM names one';
  }
  try {
    accessSync(executablePath, constants.X_OK);
  } catch {
    return `${executablePath} cannot be started`;
  }
  const lacks = lacking(executablePath, env);
  return lacks.length > 0 && `Chromium needs ${lacks.join(', ')}`;
}

/** The libraries that a program needs and this machine lacks. */
function lacking(executable: string, env = process.env): string[] {
  const { stdout } = spawnSync('ldd', [executable], { env, encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/(\S+) => not found/g)].map(([, name = '']) => name);
}

/** Containers often have too little for a browser. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
