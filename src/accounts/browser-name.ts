import type { Texts } from '../ground/texts.ts';

// Most browsers also name other browsers; the first match is the actual one.
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bZulip(Electron)?\//, 'Zulip desktop app'],
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

const unknown = 'A browser';

/** A browser's name from its User-Agent header, as it is stored: `Firefox on Linux`. */
export function browserName(userAgent: string | undefined): string {
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(browsers) ?? unknown;
  const system = nameIn(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** A stored name of a browser in the language of a reader. */
export function sayBrowser(texts: Texts, name: string): string {
  const [browser = name, system] = name.split(' on ');
  if (system === undefined) return browser === unknown ? texts.t('session.aBrowser') : browser;
  if (browser === unknown) return texts.t('session.aBrowserOn', { system });
  return texts.t('session.browserOn', { browser, system });
}
