import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserName } from '../../src/accounts/browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const names: [string | undefined, string][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/143.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux x86_64) ${webkit} Zulip/5.12.0 Chrome/130 Electron/33 Safari/537.36`,
    'Zulip desktop app on Linux',
  ],
  ['curl/8.9.1', 'curl'],
  ['SomethingElse/1.0', 'A browser'],
  [undefined, 'A browser'],
];

describe('browserName', () => {
  for (const [userAgent, name] of names) {
    it(`is ${name}`, () => {
      assert.equal(browserName(userAgent), name);
    });
  }
});
