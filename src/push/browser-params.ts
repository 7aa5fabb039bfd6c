import { createECDH } from 'node:crypto';
import type { Context } from '../context.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { type Kind, text } from '../http/params.ts';
import type { Phrase } from '../http/phrase.ts';
import { isPrivateAddress } from './public-address.ts';

export const endpointRefused = errorKind('The endpoint must be an https address outside of private networks.');

/** A browser's public key: a point of P-256, uncompressed, in base64url. */
export function browserKey(): Kind<string> {
  return base64url(problems.notKey, isPoint);
}

/** A browser's secret: 16 bytes in base64url. */
export function browserSecret(): Kind<string> {
  return base64url(problems.notSecret, (bytes) => bytes.length === 16);
}

/** Throws endpointRefused unless the server may send notifications to this endpoint. */
export function ensurePublicEndpoint({ config }: Context, endpoint: string): void {
  if (!URL.canParse(endpoint)) throw endpointRefused();
  const { protocol, username, password, hostname } = new URL(endpoint);
  if (username !== '' || password !== '') throw endpointRefused();
  const isPrivateAllowed = config.private_web_push === true;
  if (protocol !== 'https:' && !(protocol === 'http:' && isPrivateAllowed)) throw endpointRefused();
  if (isPrivateAddress(hostname) && !isPrivateAllowed) throw endpointRefused();
}

function base64url(problem: Phrase, fits: (bytes: Buffer) => boolean): Kind<string> {
  const plain = text({ max: 200 });
  return {
    ...plain,
    bad: [...plain.bad, '', 'AAAA', '?'],
    read(raw, name) {
      const value = plain.read(raw, name).replace(/=+$/, '');
      const bytes = Buffer.from(value, 'base64url');
      if (bytes.toString('base64url') !== value || !fits(bytes)) throw parameterInvalid({ name, problem });
      return value;
    },
  };
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
