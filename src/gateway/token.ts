import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSameSecret } from '../ground/same-secret.ts';

/** Lower-case letters and digits, because mail servers may change the case of addresses. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Bytes of the seal: too many to guess by sending mails. */
const sealLength = 12;

/** Purposes of tokens. */
export const purposes = { channel: 1, reply: 2 } as const;
type Purpose = (typeof purposes)[keyof typeof purposes];

/** The contents of a token. It is sealed with the key file, and nothing of it is stored. */
export interface Token {
  purpose: Purpose;
  numbers: readonly number[];
}

/** State that invalidates a token when it changes. */
export type TokenState = number | string;

/** A token with a seal that also depends on `state`. */
export function writeToken(app: Pick<Context, 'secret'>, token: Token, state: TokenState): string {
  const numbers = [token.purpose, ...token.numbers].flatMap(bytesOf);
  return encode(Buffer.concat([Buffer.from(numbers), seal(app, token, state)]));
}

/** The contents of a text that looks like a token. It may be forged: see isSealed. */
export function readToken(text: string): Token | undefined {
  const bytes = decode(text.toLowerCase());
  if (!bytes || bytes.length <= sealLength) return undefined;
  const [purpose, ...numbers] = numbersOf(bytes.subarray(0, -sealLength));
  const found = Object.values(purposes).find((one) => one === purpose);
  return found === undefined ? undefined : { purpose: found, numbers };
}

/** Whether this server created the token in a text, with this state. */
export function isSealed(app: Pick<Context, 'secret'>, text: string, token: Token, state: TokenState): boolean {
  return isSameSecret(text.toLowerCase(), writeToken(app, token, state));
}

function seal({ secret }: Pick<Context, 'secret'>, { purpose, numbers }: Token, state: TokenState): Buffer {
  const text = JSON.stringify(['mail address', purpose, numbers, state]);
  return createHmac('sha256', secret).update(text).digest().subarray(0, sealLength);
}

/** Seven bits in each byte, the lowest first; the highest bit is set if more bytes follow. */
function bytesOf(number: number): number[] {
  const rest = Math.floor(number / 128);
  return rest === 0 ? [number] : [(number % 128) + 128, ...bytesOf(rest)];
}

function numbersOf(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, factor] = [0, 1];
  }
  return numbers.filter(Number.isSafeInteger);
}

/** Five bits in each letter. */
function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function decode(text: string): Buffer | undefined {
  if (!/^[a-z2-7]{16,56}$/.test(text)) return undefined;
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
