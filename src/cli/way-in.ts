import { spawn } from 'node:child_process';
import { setupUrl } from '../accounts/setup.ts';
import type { App } from '../app.ts';
import { hasOwner } from '../users/user.ts';
import { say } from './output.ts';

/** The URL to start with: create the first account, choose a user of the demo, or log in. */
export function wayIn(app: App): string {
  const { public_url, demo_key } = app.config;
  if (demo_key !== undefined) return `${public_url}/demo/${demo_key}/`;
  return hasOwner(app.db) ? public_url : setupUrl(app);
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser. A failure is harmless, because the URL is printed too. */
export function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => say(`  No browser could be opened (${program}).`))
    .unref();
}
