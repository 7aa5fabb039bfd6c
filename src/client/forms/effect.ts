import type { State } from '../api/types.ts';

// Settings that have no effect on this server.
const idle = /marketing|login_emails/;

export const mailed = /email(?!_address_visibility)|digest/;

/** Whether a setting has an effect, here or in another program. Settings about mails have none if no mail is sent. */
export function hasEffect(name: string, { settings_send_digest_emails: sendsMail }: Partial<State>): boolean {
  return !idle.test(name) && (sendsMail === true || !mailed.test(name));
}
