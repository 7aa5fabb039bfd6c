import type { State } from '../api/types.ts';

// Nothing on this server acts on these.
const idle = /marketing|login_emails/;

export const mailed = /email(?!_address_visibility)|digest/;

/** Whether a setting changes something, here or in another program. Where no mail is sent, those of mails do not. */
export function hasEffect(name: string, { settings_send_digest_emails: sendsMail }: Partial<State>): boolean {
  return !idle.test(name) && (sendsMail === true || !mailed.test(name));
}
