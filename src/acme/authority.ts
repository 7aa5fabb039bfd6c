// Runs in the thread of worker.ts: the library and what it needs take 40 MB, and are needed a few minutes a year.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { AuthorityKeyIdentifierExtension, X509Certificate } from '@peculiar/x509';
import { axios, Client, crypto } from 'acme-client';
import type { AcmeSettings } from '../ground/config.ts';
import type { Challenge, ChallengeType } from './challenges.ts';

/** What an authority needs to know for a certificate. */
export interface Order {
  settings: AcmeSettings;
  /** The key of the account at the authority, as PEM. */
  account_key: string;
  /** The ways to prove that the names lead to this server; the authority offers one of the first, if it can. */
  challenges: readonly ChallengeType[];
}

/** In milliseconds, for an answer of the authority. */
const patience = 30_000;
/** In bytes: an answer with a certificate and its chain takes some ten thousand. */
const maxAnswer = 1024 * 1024;

/** An authority refused, and says how long to wait. */
export class RefusedForNow extends Error {
  /** In seconds. */
  readonly wait: number;

  constructor(message: string, wait: number) {
    super(message);
    this.wait = wait;
  }
}

export function createAccountKey(): Promise<string> {
  return crypto.createPrivateEcdsaKey().then(String);
}

/**
 * Gets a certificate for the names in the settings. `prove` resolves once this server answers the challenge; `withdraw`
 * is called when it is no longer needed. Returns the chain and then the key, as PEM. Throws RefusedForNow, or an Error
 * with the authority's reason.
 */
export async function obtainCertificate(
  { settings, account_key, challenges }: Order,
  prove: (challenge: Challenge) => Promise<void>,
): Promise<string> {
  const { email, names, directory } = settings;
  const waits = prepareRequests(settings);
  const client = new Client({ directoryUrl: directory, accountKey: account_key });
  const [key, csr] = await crypto.createCsr({ altNames: [...names] }, await crypto.createPrivateEcdsaKey());
  try {
    const chain = await client.auto({
      csr,
      email,
      termsOfServiceAgreed: true,
      // The router of a home does not let a server reach itself by its public name.
      skipChallengeVerification: true,
      challengePriority: [...challenges],
      challengeCreateFn: async (authorization, { type, token }, proof) => {
        if (!challenges.some((one) => one === type)) throw new Error(`the authority offers none of ${challenges}`);
        await prove(type === 'http-01' ? { type, token, proof } : await alpnChallenge(authorization, proof));
      },
      challengeRemoveFn: async () => {},
    });
    return `${chain.trim()}\n${key}`;
  } catch (error) {
    if (waits.length === 0) throw error;
    throw new RefusedForNow((error as Error).message, Math.max(...waits));
  }
}

type Authorization = Parameters<typeof crypto.createAlpnCertificate>[0];

async function alpnChallenge(authorization: Authorization, proof: string): Promise<Challenge> {
  const ownKey = await crypto.createPrivateEcdsaKey();
  const [key, cert] = await crypto.createAlpnCertificate(authorization, proof, ownKey);
  return { type: 'tls-alpn-01', name: authorization.identifier.value, key: String(key), cert: String(cert) };
}

/**
 * The time at which the authority wants a certificate to be renewed, in UNIX seconds (RFC 9773); undefined if it does not
 * say. A revoked one is to be renewed at once. Throws if the authority cannot be reached.
 */
export async function askRenewalTime(settings: AcmeSettings, chain: string): Promise<number | undefined> {
  prepareRequests(settings);
  const { renewalInfo } = (await axios.get(settings.directory)).data as { renewalInfo?: string };
  const id = certificateId(chain);
  if (renewalInfo === undefined || id === undefined) return undefined;
  const { data, status } = await axios.get(`${renewalInfo}/${id}`);
  const { suggestedWindow: window } = data as { suggestedWindow?: Window };
  if (status !== 200 || !window) return undefined;
  const [start, end] = [window.start, window.end].map((time) => Date.parse(time) / 1000);
  return start !== undefined && end !== undefined && start <= end ? Math.floor((start + end) / 2) : undefined;
}

interface Window {
  start: string;
  end: string;
}

function certificateId(chain: string): string | undefined {
  const certificate = new X509Certificate(chain);
  const issuer = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId;
  if (issuer === undefined) return undefined;
  return [issuer, certificate.serialNumber].map((hex) => Buffer.from(hex, 'hex').toString('base64url')).join('.');
}

/** Sets how the library sends requests in this thread. Returns the waits, in seconds, that the authority asks for. */
function prepareRequests({ ca_file }: AcmeSettings): number[] {
  const waits: number[] = [];
  Object.assign(axios.defaults, { timeout: patience, maxContentLength: maxAnswer, maxRedirects: 2 });
  // Those of the library wait and try again for as long as the authority says, which is the part of the server.
  axios.interceptors.request.clear();
  axios.interceptors.response.clear();
  if (ca_file !== undefined) axios.defaults.httpsAgent = new Agent({ ca: readFileSync(ca_file) });
  axios.interceptors.response.use((response) => {
    const wait = waitOf(String(response.headers['retry-after'] ?? ''));
    if ([429, 503].includes(response.status) && wait !== undefined) waits.push(wait);
    return response;
  });
  return waits;
}

/** In seconds; the header names them, or a time. */
function waitOf(header: string): number | undefined {
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}
