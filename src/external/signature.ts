import { createHmac, timingSafeEqual } from 'node:crypto';

/** The input of a signature. */
export interface Signed {
  bytes: Buffer;
  secret: string;
  /** The URL that the tool called. */
  url: string;
  /** In UNIX seconds. */
  now: number;
}

/** A method by which tools sign requests. */
export interface Signature {
  /** The header with the signature. */
  header: string;
  isValid(given: string, signed: Signed): boolean;
}

interface HmacOptions {
  /** Text before the digest. */
  prefix?: string;
  /** The signed data, if it is not just the body. */
  textOf?: (signed: Signed) => Buffer | string;
  algorithm?: 'sha256' | 'sha1';
  encoding?: 'hex' | 'base64';
}

/** A keyed hash of the body. A header may contain several, separated by commas. */
export function hmac(header: string, { prefix = '', algorithm, encoding, textOf }: HmacOptions = {}): Signature {
  return {
    header,
    isValid(given, signed) {
      const digest = createHmac(algorithm ?? 'sha256', signed.secret).update(textOf?.(signed) ?? signed.bytes);
      const expected = prefix + digest.digest(encoding ?? 'hex');
      return given.split(',').some((one) => isEqual(one.trim(), expected));
    },
  };
}

/** The secret itself, unhashed. */
export function token(header: string): Signature {
  return { header, isValid: (given, { secret }) => isEqual(given, secret) };
}

/** Seconds after which a signed request is refused, because it may be a replay. */
const longestAge = 300;

/** A header `t=…,v1=…`: a time, and the keyed hash of time and body. */
export function timedHmac(header: string): Signature {
  return {
    header,
    isValid(given, { bytes, secret, now }) {
      const fields = given.split(',').map((field) => field.trim().split('=', 2));
      const sent = fields.find(([name]) => name === 't')?.[1] ?? '';
      if (!(Math.abs(now - Number(sent)) <= longestAge)) return false;
      const expected = createHmac('sha256', secret).update(`${sent}.`).update(bytes).digest('hex');
      return fields.some(([name, value]) => name === 'v1' && isEqual(value ?? '', expected));
    },
  };
}

function isEqual(given: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
