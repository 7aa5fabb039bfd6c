import { createECDH, hkdfSync } from 'node:crypto';
import type { Context } from '../context.ts';

/** The key pair that identifies this server to the push services of browsers (RFC 8292), base64url. */
interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The keys are derived from the key file, so they are as durable and secret as it is, and are backed up with it. */
export function deriveVapidKeys({ secret }: Context): VapidKeys {
  return derive(secret, 0);
}

// One number in four billion is too large for the curve; then the next one is used.
function derive(secret: Context['secret'], count: number): VapidKeys {
  const curve = createECDH('prime256v1');
  const scalar = Buffer.from(hkdfSync('sha256', secret, '', `web push ${count}`, 32));
  try {
    curve.setPrivateKey(scalar);
  } catch {
    return derive(secret, count + 1);
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
}
