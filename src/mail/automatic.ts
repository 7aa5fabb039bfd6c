/** Headers of a mail that tell when and how it came about, by their names in lower case. */
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

/** The end of the ids of mails that a chatd with this mail domain sends. */
export function ownIdEnd(domain: string): string {
  return `.chatd@${domain}`;
}

/** Whether a mail was sent by this server and came back. */
export function isOwn(origin: Origin, domain: string): boolean {
  const [loop = '', id = ''] = [origin['x-loop'], origin['message-id']];
  return loop.toLowerCase().includes(domain.toLowerCase()) || id.trim().endsWith(`${ownIdEnd(domain)}>`);
}

/** Whether a mail reports that another one was not delivered. Such mails come from nobody. */
export function isBounce(origin: Origin, from: string): boolean {
  return from === '' || /report-type\s*=\s*"?(?:delivery-status|disposition-notification)/i.test(kindOf(origin));
}

/** Whether a program answered a mail, as while somebody is on holiday. */
export function isAutomaticReply(origin: Origin): boolean {
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => origin[name] !== undefined)) return true;
  const { precedence = '' } = origin;
  return /^\s*auto-replied/i.test(submission(origin)) || /^\s*(?:auto_reply|junk)\s*$/i.test(precedence);
}

/** Whether a program wrote a mail, or sent it to many. */
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
