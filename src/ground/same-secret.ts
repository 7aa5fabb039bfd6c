import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same. The time it takes does not tell how much of a guess is right. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [bytesOf(given), bytesOf(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function bytesOf(secret: string | Buffer): Buffer {
  return typeof secret === 'string' ? Buffer.from(secret) : secret;
}
