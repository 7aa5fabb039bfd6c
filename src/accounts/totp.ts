import { createHmac } from 'node:crypto';

/** The parameters that authenticator apps assume (RFC 6238): seconds of a step, and digits of a code. */
const period = 30;
const digits = 6;
/** Clocks may differ by this many steps, which is a minute and a half. */
const tolerance = 3;

/** The code of a key at a step (RFC 4226). */
export function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step of a code around a time in UNIX seconds, after an earlier step; undefined if there is none. */
export function findStep(key: Buffer, code: string, now: number, after: number): number | undefined {
  const present = Math.floor(now / period);
  for (let step = Math.max(present - tolerance, after + 1); step <= present + tolerance; step++) {
    if (codeAt(key, step) === code) return step;
  }
  return undefined;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as people type them into an app (RFC 4648). Their number of bits is a multiple of five. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)] ?? '');
}
