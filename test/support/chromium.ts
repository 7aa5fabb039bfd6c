import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The Chromium of `npm ci`, or another that is named. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHATD_TEST_CHROMIUM ?? (await packed.executablePath());
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}
