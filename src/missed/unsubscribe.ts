import { doChangeUserSettings } from '../accounts/setting-change.ts';
import { doSetProperty } from '../channels/subscription-property.ts';
import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, type User } from '../users/user.ts';

/** Kinds of mails that people can unsubscribe from. */
const mailKinds = ['missed', 'digest'] as const;
export type MailKind = (typeof mailKinds)[number];

/** The user and the kind of mails of an unsubscribe link. */
interface Unsubscription {
  user: User;
  kind: MailKind;
}

/** In seconds: people search for the link in old mails. */
const lifetime = 2 * 365 * 86_400;

/** The URL of the page that stops mails of a kind, without a login. */
export function unsubscribeUrl(app: Context, user: User, kind: MailKind): string {
  return `${app.config.public_url}/unsubscribe/${sealKey(app, sealOf(user, kind), lifetime)}/`;
}

/** The user and kind of a key; undefined if it is forged or expired, or the account is deactivated or has another address. */
export function findUnsubscription(app: Context, key: string): Unsubscription | undefined {
  const [, id, name] = /^([1-9]\d{0,14})-([a-z]+)$/.exec(subjectOf(key)) ?? [];
  const kind = mailKinds.find((one) => one === name);
  const user = id === undefined ? undefined : findUser(app.db, Number(id));
  return user?.is_active && kind && isKeyOf(app, sealOf(user, kind), key) ? { user, kind } : undefined;
}

// A previous address may belong to somebody else by now.
function sealOf({ id, email }: User, kind: MailKind): Sealed {
  return { purpose: 'unsubscribe', subject: `${id}-${kind}`, state: email };
}

/** Stops mails of a kind for a user. */
export function doUnsubscribe(app: Context, { user, kind }: Unsubscription): void {
  if (kind === 'digest') doChangeUserSettings(app, user, { enable_digest_emails: false });
  else doEndMissedMails(app, user);
}

function doEndMissedMails(app: Context, user: User): void {
  doChangeUserSettings(app, user, {
    enable_offline_email_notifications: false,
    enable_stream_email_notifications: false,
    enable_followed_topic_email_notifications: false,
  });
  const sql = 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND email_notifications = 1';
  for (const id of app.db.values<number>(sql, user.id)) {
    doSetProperty(app, user, getChannel(app.db, id), { property: 'email_notifications', value: false });
  }
}
