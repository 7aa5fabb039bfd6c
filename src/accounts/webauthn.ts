import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../ground/config.ts';

/** This server as authenticators know it (WebAuthn: relying party). */
interface RelyingParty {
  /** The host's name. A passkey works for no other one. */
  id: string;
  origin: string;
}

/** What a browser sends about a challenge. */
interface Signed {
  /** JSON: the challenge, and the page that asked. */
  clientData: Buffer;
  authenticatorData: Buffer;
}

/** An answer of an authenticator. */
export interface Assertion extends Signed {
  credential_id: Buffer;
  signature: Buffer;
}

/** A new key of an authenticator, without attestation: its maker does not matter. */
export interface Registration extends Signed {
  /** As a SubjectPublicKeyInfo. */
  public_key: Buffer;
}

/** What an authenticator said. */
interface Statement {
  /** Zero if it does not count its signatures. */
  sign_count: number;
  /** Whether it checked who used it, by a PIN or a finger. */
  isUserVerified: boolean;
}

const flags = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };
/** Bytes before the flags, the counter, and a new credential's length and id. */
const offsets = { flags: 32, count: 33, length: 53, id: 55 };
const longestId = 1023;
/** In bytes; one of RSA with 4096 bits has 550. */
const longestKey = 1024;

/** This server as authenticators know it; undefined where browsers offer no passkeys: without TLS, or by a number. */
export function findRelyingParty({ public_url }: Pick<Config, 'public_url'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(public_url);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined;
}

/** The id of a new credential that answers this challenge; undefined if it does not. */
export function readRegistration(
  party: RelyingParty,
  challenge: string,
  { clientData, authenticatorData, public_key }: Registration,
): { credential_id: Buffer; sign_count: number } | undefined {
  const said = readStatement(party, authenticatorData);
  if (!said || !isAnswer(party, 'webauthn.create', challenge, clientData) || !findKey(public_key)) return undefined;
  if (authenticatorData.length < offsets.id || !hasFlag(authenticatorData, flags.hasCredential)) return undefined;
  const length = authenticatorData.readUInt16BE(offsets.length);
  const credential_id = authenticatorData.subarray(offsets.id, offsets.id + length);
  const isWhole = length > 0 && length <= longestId && credential_id.length === length;
  return isWhole ? { credential_id, sign_count: said.sign_count } : undefined;
}

/** What an authenticator said in answer to this challenge, with this key; undefined if it did not. */
export function readAssertion(
  party: RelyingParty,
  challenge: string,
  public_key: Buffer,
  { clientData, authenticatorData, signature }: Assertion,
): Statement | undefined {
  const key = findKey(public_key);
  if (!key || !isAnswer(party, 'webauthn.get', challenge, clientData)) return undefined;
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  return isSignature(key, signed, signature) ? readStatement(party, authenticatorData) : undefined;
}

function isAnswer({ origin }: RelyingParty, type: string, challenge: string, clientData: Buffer): boolean {
  try {
    const said = JSON.parse(clientData.toString()) as Record<string, unknown>;
    const expected = Buffer.from(challenge).toString('base64url');
    return said.type === type && said.challenge === expected && said.origin === origin && said.crossOrigin !== true;
  } catch {
    return false;
  }
}

function readStatement({ id }: RelyingParty, data: Buffer): Statement | undefined {
  if (data.length < offsets.count + 4 || !data.subarray(0, offsets.flags).equals(sha256(Buffer.from(id))))
    return undefined;
  if (!hasFlag(data, flags.userPresent)) return undefined;
  return { sign_count: data.readUInt32BE(offsets.count), isUserVerified: hasFlag(data, flags.userVerified) };
}

function hasFlag(data: Buffer, flag: number): boolean {
  return ((data[offsets.flags] ?? 0) & flag) !== 0;
}

/** A key of one of the three kinds that authenticators are asked for: ES256, EdDSA or RS256. */
function findKey(public_key: Buffer): KeyObject | undefined {
  if (public_key.length > longestKey) return undefined;
  try {
    const key = createPublicKey({ key: public_key, format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const isRsa = key.asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 4096;
    return key.asymmetricKeyType === 'ed25519' || namedCurve === 'prime256v1' || isRsa ? key : undefined;
  } catch {
    return undefined;
  }
}

function isSignature(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
