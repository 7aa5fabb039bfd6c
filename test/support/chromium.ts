import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The Chromium of `npm ci`, or another that is named. It rarely crashes while it starts, and then starts once more. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHATD_TEST_CHROMIUM ?? (await packed.executablePath());
  const launch = () => chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
  return launch().catch(launch);
}
