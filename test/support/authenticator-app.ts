import { createSalt, describeApp, doAddSecondFactor } from '../../src/accounts/second-factor.ts';
import { codeAt } from '../../src/accounts/totp.ts';
import type { CastName, TestServer } from './server.ts';

/** An authenticator app whose clock may be wrong by some seconds. */
export class AuthenticatorApp {
  readonly #key: Buffer;
  readonly #server: TestServer;

  /** The key as people type it. */
  constructor(server: TestServer, key: string) {
    this.#server = server;
    this.#key = fromBase32(key);
  }

  code(ahead = 0): string {
    return codeAt(this.#key, Math.floor((this.#server.clock.now() + ahead) / 30));
  }
}

/** Gives somebody an app without the page for it. Codes so far are over. */
export function giveApp(server: TestServer, name: CastName): AuthenticatorApp {
  const { app, db, users, clock } = server;
  const salt = createSalt(app);
  const authenticator = new AuthenticatorApp(server, describeApp(app, users[name], salt).key);
  db.transaction(() => doAddSecondFactor(app, users[name], salt, authenticator.code()));
  clock.advance(300);
  return authenticator;
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
