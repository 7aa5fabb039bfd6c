import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Page } from './browser.ts';

/** What a page asks an authenticator, as the script of the page reads it. */
interface Question {
  origin: string;
  challenge: string;
}

/** What an authenticator, or a browser, says of itself, where it is not as it should be. */
export interface Lies {
  origin?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  /** The name of the server's host. */
  id?: string;
  flags?: number;
  count?: number;
}

const kinds = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  weak: () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
  unasked: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
};

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** An authenticator with one passkey, which answers the questions of pages as browsers pass them on. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(kind: keyof typeof kinds = 'ES256') {
    const { publicKey, privateKey } = kinds[kind]();
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** The field of a form that adds the passkey. */
  register(question: Question, lies: Lies = {}): string {
    const length = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([dataOf(question, { flags: 0x45, ...lies }), Buffer.alloc(16), length, this.id]);
    const key = this.#publicKey.export({ format: 'der', type: 'spki' });
    return joined([clientData(question, 'webauthn.create', lies), data, key]);
  }

  /** The field of a form that uses the passkey. */
  sign(question: Question, lies: Lies = {}): string {
    const said = clientData(question, 'webauthn.get', lies);
    const data = dataOf(question, { flags: 0x05, ...lies });
    const algorithm = this.#privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const signature = sign(algorithm, Buffer.concat([data, sha256(said)]), this.#privateKey);
    return joined([said, data, signature, this.id]);
  }
}

/** The question of a form with a button of this name, and the form's hidden fields. */
export function questionOf({ html }: Page, button: string): { question: Question; fields: Record<string, string> } {
  const form = html.split('<form').find((one) => one.includes('data-passkey') && one.includes(`>${button}</button>`));
  const json = /data-passkey="([^"]+)"/
    .exec(form ?? '')?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const inputs = [...(form ?? '').matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    question: JSON.parse(json ?? 'null') as Question,
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
  };
}

function clientData({ origin, challenge }: Question, type: string, lies: Lies): Buffer {
  const { id: _, flags: __, count: ___, ...said } = { type, challenge, origin, crossOrigin: false, ...lies };
  return Buffer.from(JSON.stringify(said));
}

function dataOf({ origin }: Question, { id = new URL(origin).hostname, flags = 0, count = 0 }: Lies): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([sha256(id), Buffer.from([flags]), counter]);
}

function joined(parts: readonly Buffer[]): string {
  return parts.map((part) => part.toString('base64url')).join('.');
}
