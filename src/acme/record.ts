import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { replaceFile } from '../db/data-dir.ts';
import { pathsIn } from '../ground/data-paths.ts';

/** How getting a certificate goes, in a file, so that a restart repeats nothing too soon. Times are UNIX seconds. */
export interface AcmeRecord {
  /** The directory and names that the record is about. */
  about: string;
  /** Failed attempts since the last success. */
  failures: number;
  /** The authority's reason for the last failure. */
  problem: string | null;
  failed_at: number | null;
  /** Nothing is tried before. */
  retry_at: number | null;
  obtained_at: number | null;
  /** When the authority wants the certificate to be renewed, if it says so. */
  renew_at: number | null;
  /** When it was last asked for that time. */
  asked_at: number | null;
}

export const emptyRecord: AcmeRecord = {
  about: '',
  failures: 0,
  problem: null,
  failed_at: null,
  retry_at: null,
  obtained_at: null,
  renew_at: null,
  asked_at: null,
};

/** The record of a data directory; an empty one if there is none, or it cannot be read. */
export function findAcmeRecord(data_dir: string): AcmeRecord {
  try {
    return {
      ...emptyRecord,
      ...(JSON.parse(readFileSync(pathsIn(data_dir).acmeRecord, 'utf8')) as Partial<AcmeRecord>),
    };
  } catch {
    return emptyRecord;
  }
}

export function writeAcmeRecord(data_dir: string, record: Partial<AcmeRecord>): void {
  writeAcmeFile(pathsIn(data_dir).acmeRecord, `${JSON.stringify({ ...emptyRecord, ...record })}\n`);
}

/** Replaces a file of the folder, which is created with the first. */
export function writeAcmeFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, content);
}

/** The key of the account at the authority; undefined before the first attempt. */
export function findAccountKey(data_dir: string): string | undefined {
  const { acmeAccount } = pathsIn(data_dir);
  return existsSync(acmeAccount) ? readFileSync(acmeAccount, 'utf8') : undefined;
}

/** Facts of the first certificate in a PEM file. Times are UNIX seconds. */
export interface CertificateFacts {
  starts_at: number;
  ends_at: number;
  /** Whether it is signed with its own key: nobody trusts it unasked. */
  is_own: boolean;
  /** Whether it is for a name or an address. */
  isFor(name: string): boolean;
}

/** Undefined if there is no such file, or it cannot be read. */
export function findCertificate(file: string): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(readFileSync(file));
    return {
      starts_at: certificate.validFromDate.getTime() / 1000,
      ends_at: certificate.validToDate.getTime() / 1000,
      is_own: certificate.checkIssued(certificate),
      isFor: (name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined,
    };
  } catch {
    return undefined;
  }
}
