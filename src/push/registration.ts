import { errorKind, parameterNotAllowed } from '../http/errors.ts';
import { integer, type Kind } from '../http/params.ts';
import type { PushKey, PushToken, TokenKind } from './device.ts';

export const invalidPushKey = errorKind('Invalid `push_key`');
export const invalidTokenId = errorKind('`token_id` is not Base64 encoded');

/** The first byte of a key is its type: XSalsa20 and Poly1305. */
const keyPrefix = 0x31;
const keyBytes = 33;

/** The id that a device chose for its key: an unsigned 32-bit number. */
export function pushKeyId(): Kind<number> {
  const number = integer();
  const highest = 2 ** 32 - 1;
  return {
    ...number,
    schema: { type: 'integer', minimum: 0, maximum: highest },
    bad: [...number.bad, '-1', String(highest + 1)],
    read(raw, name) {
      const value = number.read(raw, name);
      if (value >= 0 && value <= highest) return value;
      throw parameterNotAllowed({ name, detail: ': Value error, Not a valid unsigned 32-bit integer' });
    },
  };
}

interface KeyFields {
  push_key_id: number | undefined;
  push_key: string | undefined;
}

/** The key in a request, if it is complete. Throws invalidPushKey. */
export function readKey({ push_key_id, push_key }: KeyFields): PushKey | undefined {
  if (push_key_id === undefined || push_key === undefined) return undefined;
  const bytes = decode(push_key);
  if (bytes?.length !== keyBytes || bytes[0] !== keyPrefix) throw invalidPushKey();
  return { push_key_id, push_key: bytes.subarray(1) };
}

interface TokenFields {
  token_kind: TokenKind | undefined;
  token_id: string | undefined;
  bouncer_public_key: string | undefined;
  encrypted_push_registration: string | undefined;
}

/** The token in a request, if it is complete. Throws invalidTokenId. */
export function readToken(fields: TokenFields): PushToken | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = fields;
  if (token_kind === undefined || token_id === undefined) return undefined;
  if (bouncer_public_key === undefined || encrypted_push_registration === undefined) return undefined;
  if (token_id === '' || !decode(token_id)) throw invalidTokenId();
  return { token_kind, token_id, bouncer_public_key, encrypted_push_registration };
}

/** Decodes base64 with padding; undefined for any other text. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
