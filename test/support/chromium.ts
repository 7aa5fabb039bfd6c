import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const named = process.env.CHATD_TEST_CHROMIUM;
const isPacked = named === undefined && process.platform === 'linux' && process.arch === 'x64';
const executablePath = isPacked ? await packed.executablePath() : named;
const env = isPacked ? await completed(executablePath ?? '') : process.env;

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

/** The environment, and in it the libraries and fonts that the package has for machines without them. */
async function completed(executable: string): Promise<NodeJS.ProcessEnv> {
  const whole = { ...process.env };
  if (lacking(executable).length > 0) {
    const archive = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')));
    whole.LD_LIBRARY_PATH = join(await inflate(archive), 'lib');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) whole.FONTCONFIG_PATH = join(tmpdir(), 'fonts');
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
