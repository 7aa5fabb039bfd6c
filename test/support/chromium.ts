import { statfsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The Chromium of `npm ci`, or another that is named. It rarely crashes while it starts, and then starts once more. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHATD_TEST_CHROMIUM ?? (await packed.executablePath());
  // Files on the disk in the place of shared memory take a tenth more time.
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];
  const launch = () => chromium.launch({ executablePath, ignoreDefaultArgs, args: ['--no-sandbox', ...args] });
  return launch().catch(launch);
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
