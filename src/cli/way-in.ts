import { spawn } from 'node:child_process';
import { setupUrl } from '../accounts/setup.ts';
import type { App } from '../app.ts';
import { hasOwner } from '../users/user.ts';
import { say } from './output.ts';

/** The address to start with: create the first account, choose a person of the demo, or log in. */
export function wayIn(app: App): string {
  const { public_url, demo_key } = app.config;
  if (demo_key !== undefined) return `${public_url}/demo/${demo_key}/`;
  return hasOwner(app.db) ? public_url : setupUrl(app);
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. Failing is harmless, because the address is printed too. */
export function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => say(`  No browser could be opened (${program}).`))
    .unref();
}
