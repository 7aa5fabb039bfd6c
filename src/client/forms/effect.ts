import type { State } from '../api/types.ts';

export const mailed = /email_notifications|digest/;

/** Whether a setting has an effect: those about mails have none if no mail is sent. */
export function hasEffect(name: string, { settings_send_digest_emails: sendsMail }: Partial<State>): boolean {
  return sendsMail === true || !mailed.test(name);
}
