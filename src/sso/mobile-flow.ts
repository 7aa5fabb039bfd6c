import type { Context } from '../context.ts';
import type { User } from '../users/user.ts';

/** The scheme of URLs that open the app. */
export const appScheme = 'zulip:';

/** Whether a text is a phone's one-time pad: as many bytes as an API key, in hexadecimal. */
export function isMobileOtp(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/**
 * The URL that opens the app on a phone, with its API key. Other apps may receive the URL too, but only the app that
 * began the login has the pad that decrypts the key.
 */
export function mobileUrl({ config }: Context, user: User, api_key: string, otp: string): string {
  const params = new URLSearchParams({
    realm: config.public_url,
    email: user.email,
    otp_encrypted_api_key: encrypt(api_key, otp),
    user_id: String(user.id),
  });
  return `${appScheme}//login?${params}`;
}

function encrypt(api_key: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex');
  return Buffer.from(Buffer.from(api_key).map((byte, index) => byte ^ (pad[index] ?? 0))).toString('hex');
}
