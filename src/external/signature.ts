import { createHmac, createPublicKey, createVerify, hash, type KeyObject } from 'node:crypto';
import { isSameSecret } from '../ground/same-secret.ts';

/** The input of a signature. */
export interface Signed {
  bytes: Buffer;
  secret: string;
  /** The URL that the tool called. */
  url: string;
  /** In UNIX seconds. */
  now: number;
  /** The value of a header, by its name. */
  header: (name: string) => string;
}

/** A method by which tools sign requests. */
export interface Signature {
  /** The header with the signature. */
  header: string;
  /** Whether the secret is the public key of the sender. Everybody may know it, so no other method takes such a secret. */
  isByPublicKey?: boolean;
  isValid(given: string, signed: Signed): boolean;
}

interface HmacOptions {
  /** Text before the digest. */
  prefix?: string;
  /** The signed data, if it is not just the body. */
  textOf?: (signed: Signed) => Buffer | string;
  algorithm?: 'sha256' | 'sha1' | 'sha512' | 'md5';
  encoding?: 'hex' | 'base64';
}

/** A keyed hash of the body. A header may contain several, separated by commas. */
export function hmac(header: string, { prefix = '', algorithm, encoding, textOf }: HmacOptions = {}): Signature {
  return {
    header,
    isValid(given, signed) {
      const digest = createHmac(algorithm ?? 'sha256', signed.secret).update(textOf?.(signed) ?? signed.bytes);
      const expected = prefix + digest.digest(encoding ?? 'hex');
      return given.split(',').some((one) => isSameSecret(one.trim(), expected));
    },
  };
}

/** The secret itself, unhashed. */
export function token(header: string): Signature {
  return { header, isValid: (given, { secret }) => isSameSecret(given, secret) };
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
      if (!isRecent(Number(sent), now)) return false;
      const expected = createHmac('sha256', secret).update(`${sent}.`).update(bytes).digest('hex');
      return fields.some(([name, value]) => name === 'v1' && isSameSecret(value ?? '', expected));
    },
  };
}

/** The signature of Ghost, `sha256=…, t=…`: the keyed hash of the body and the time, which is in milliseconds. */
export function ghostHmac(header: string): Signature {
  return {
    header,
    isValid(given, { bytes, secret, now }) {
      const fields = new Map(given.split(',').map((field) => field.trim().split('=', 2) as [string, string]));
      const sent = fields.get('t') ?? '';
      if (!isRecent(Number(sent) / 1000, now)) return false;
      const expected = createHmac('sha256', secret).update(bytes).update(sent).digest('hex');
      return isSameSecret(fields.get('sha256') ?? '', expected);
    },
  };
}

/** The signature of Transifex: the keyed hash of the method, the address, the date and the hash of the body. */
export function transifexHmac(header: string): Signature {
  return {
    header,
    isValid(given, { bytes, secret, url, now, header: sentAs }) {
      const date = sentAs('Date');
      if (!isRecent(Date.parse(date) / 1000, now)) return false;
      const text = ['POST', sentAs('X-TX-Url') || url, date, hash('md5', bytes)].join('\n');
      return isSameSecret(given, createHmac('sha256', secret).update(text).digest('base64'));
    },
  };
}

/** A signature by the draft of HTTP Signatures, over headers; date and digest of the body must be among them. */
export function httpSignature(header: string): Signature {
  return {
    header,
    isValid(given, { bytes, secret, url, now, header: sentAs }) {
      const fields = new Map(
        Array.from(given.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value] as const),
      );
      const names = (fields.get('headers') ?? 'date').toLowerCase().split(' ');
      const isWhole = names.includes('date') && names.includes('digest');
      if (!isWhole || !isRecent(Date.parse(sentAs('Date')) / 1000, now)) return false;
      if (!isSameSecret(sentAs('Digest'), `SHA-256=${hash('sha256', bytes, 'base64')}`)) return false;
      const target = `post ${url.replace(/^\w+:\/\/[^/]*/, '')}`;
      const lines = names.map((name) => `${name}: ${name === '(request-target)' ? target : sentAs(name)}`);
      const expected = createHmac('sha256', secret).update(lines.join('\n')).digest('base64');
      return isSameSecret(fields.get('signature') ?? '', expected);
    },
  };
}

/**
 * A signature of the field `payload` of a form with the sender's private RSA key. The secret is their public key, as
 * PEM or without its first and last line: so nothing is fetched from the sender to check a request.
 */
export function rsaOfField(header: string): Signature {
  return {
    header,
    isByPublicKey: true,
    isValid(given, { bytes, secret }) {
      const key = findPublicKey(secret);
      const [field, ...others] = new URLSearchParams(bytes.toString());
      // What is posted is what is signed: nothing may stand beside it.
      if (key?.asymmetricKeyType !== 'rsa' || field?.[0] !== 'payload' || others.length > 0) return false;
      return createVerify('RSA-SHA1').update(field[1]).verify(key, given, 'base64');
    },
  };
}

/** A public key as PEM, or without its first and last line; undefined for any other text. */
export function findPublicKey(text: string): KeyObject | undefined {
  const body = text.replace(/-----[A-Z ]+-----|\s|\\n/g, '');
  try {
    return createPublicKey(`-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`);
  } catch {
    return undefined;
  }
}

/** The signature of Standard Webhooks, over the headers for the id and the time as well: `v1,…`, several with spaces. */
export function standardWebhook(): Signature {
  return {
    header: 'webhook-signature',
    isValid(given, { bytes, secret, now, header }) {
      const sent = header('webhook-timestamp');
      if (!isRecent(Number(sent), now)) return false;
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const digest = createHmac('sha256', key)
        .update(`${header('webhook-id')}.${sent}.`)
        .update(bytes)
        .digest('base64');
      return given.split(' ').some((one) => isSameSecret(one, `v1,${digest}`));
    },
  };
}

/** A JSON Web Token, signed with HMAC, whose field `sha256` is the hash of the body. */
export function webToken(header: string): Signature {
  return {
    header,
    isValid(given, { bytes, secret }) {
      const [head = '', claims = '', digest = ''] = given.split('.');
      const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
      const text = Buffer.from(claims, 'base64url').toString();
      return isSameSecret(digest, expected) && text.includes(`"sha256":"${hash('sha256', bytes)}"`);
    },
  };
}

/** Whether a time in UNIX seconds, which may be no number, is near enough to the present. */
function isRecent(time: number, now: number): boolean {
  return Math.abs(now - time) <= longestAge;
}
