import type { AcmeRecord, CertificateFacts } from './record.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** In seconds. Let's Encrypt allows five failed attempts an hour, and five equal certificates a week. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour];
const longestPause = 12 * hour;
/** An authority may ask for so much, in seconds: more is likely a mistake. */
const longestWait = 7 * day;

/** In seconds: how long to wait after so many failures in a row, and as the authority asks. */
export function pauseAfter(failures: number, wait = 0): number {
  return Math.max(pauses[failures - 1] ?? longestPause, Math.min(wait, longestWait));
}

type Facts = Pick<CertificateFacts, 'starts_at' | 'ends_at'>;

/** Whether an attempt is due: no certificate, or one that is to be renewed; but not too soon after the last attempt. */
export function isAttemptDue(record: AcmeRecord, certificate: Facts | undefined, now: number): boolean {
  const { failed_at, retry_at, obtained_at } = record;
  if (isBetween(failed_at, now, retry_at)) return false;
  if (!certificate) return true;
  // With a wrong clock even a new certificate seems to be over.
  const rest = Math.min(day, lifetime(certificate) / 3);
  if (obtained_at !== null && isBetween(obtained_at, now, obtained_at + rest)) return false;
  return now >= renewalTime(record, certificate);
}

/** Times after now are those of a clock that was wrong. */
function isBetween(start: number | null, now: number, end: number | null): boolean {
  return start !== null && end !== null && start <= now && now < end;
}

/** When a third of its time is left, or earlier if the authority says so. */
function renewalTime({ renew_at }: AcmeRecord, certificate: Facts): number {
  const usual = certificate.ends_at - lifetime(certificate) / 3;
  return renew_at === null ? usual : Math.min(renew_at, usual);
}

/** Whether to ask the authority again when it wants the certificate to be renewed, for instance because it revoked it. */
export function isQuestionDue({ asked_at }: AcmeRecord, now: number): boolean {
  return !isBetween(asked_at, now, asked_at === null ? null : asked_at + 6 * hour);
}

/** Whether a certificate ends so soon that its renewal must have failed: in two weeks, or a quarter of its time. */
export function isEnding(certificate: Facts, now: number): boolean {
  return certificate.ends_at - now < Math.min(14 * day, lifetime(certificate) / 4);
}

function lifetime({ starts_at, ends_at }: Facts): number {
  return ends_at - starts_at;
}
