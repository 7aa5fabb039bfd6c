/** Headers of a mail about its origin, by their names in lower case. */
export type Origin = Readonly<Record<string, string>>;

export const originHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'message-id',
  'precedence',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-loop',
] as const;

/** The suffix of the ids of mails from a chatd with this mail domain. */
export function ownIdEnd(domain: string): string {
  return `.chatd@${domain}`;
}

/** Whether a mail was sent by this server and came back. */
export function isOwn(origin: Origin, domain: string): boolean {
  const [loop = '', id = ''] = [origin['x-loop'], origin['message-id']];
  return loop.toLowerCase().includes(domain.toLowerCase()) || id.trim().endsWith(`${ownIdEnd(domain)}>`);
}

/** Whether a mail reports a failed delivery. Such mails have no sender. */
export function isBounce(origin: Origin, from: string): boolean {
  return from === '' || /report-type\s*=\s*"?(?:delivery-status|disposition-notification)/i.test(kindOf(origin));
}

/** Whether a mail is an automatic reply, such as a holiday notice. */
export function isAutomaticReply(origin: Origin): boolean {
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => origin[name] !== undefined)) return true;
  const { precedence = '' } = origin;
  return /^\s*auto-replied/i.test(submission(origin)) || /^\s*(?:auto_reply|junk)\s*$/i.test(precedence);
}

/** Whether a mail was written by a program or sent to many recipients. */
export function isAutomatic(origin: Origin): boolean {
  const { precedence = '' } = origin;
  const isSubmitted = !/^\s*(?:no\b.*)?$/i.test(submission(origin));
  return isAutomaticReply(origin) || isSubmitted || /^\s*(?:bulk|list)\s*$/i.test(precedence);
}

function submission(origin: Origin): string {
  return origin['auto-submitted'] ?? '';
}

function kindOf(origin: Origin): string {
  return origin['content-type'] ?? '';
}
