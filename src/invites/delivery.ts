import type { Context } from '../context.ts';
import { canSendMail, doSendMail, type SendsMail } from '../mail/mail.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { findRealm } from '../realm/realm.ts';
import type { User } from '../users/user.ts';
import { linkOf, type MailedInvitation } from './invitation.ts';

/** Maximum number of links in one message. */
const maxLinks = 50;

/**
 * Sends invitations by mail after the commit. Without a mail server, `user`, who invites, gets the links to pass on.
 */
export function doDeliver(app: Context & SendsMail, user: User, invitations: readonly MailedInvitation[]): void {
  if (canSendMail(app)) for (const invitation of invitations) doMail(app, user, invitation);
  else doHandOver(app, user, invitations);
}

function doMail(app: Context & SendsMail, user: User, invitation: MailedInvitation): void {
  const { email } = invitation;
  const { name } = findRealm(app.db);
  const text = [
    `${user.full_name} invites you to ${name}, a team chat.`,
    `Choose your name and password here:\n${linkOf(app, invitation)}`,
    ...(invitation.expires_at === null ? [] : [`The link expires on ${dateOf(invitation.expires_at)}.`]),
    'If you do not want to join, you can ignore this mail.',
  ];
  const subject = `${user.full_name} invites you to ${name}`;
  doSendMail(app, { to: email, from_name: name, subject, text: paragraphs(text) }, () =>
    doNotifyUser(app, user, `The invitation could not be mailed to ${email}. You can send it again, or revoke it.`),
  );
}

function doHandOver(app: Context, user: User, invitations: readonly MailedInvitation[]): void {
  for (let from = 0; from < invitations.length; from += maxLinks) {
    const lines = invitations
      .slice(from, from + maxLinks)
      .map((invitation) => `* ${invitation.email}: ${linkOf(app, invitation)}`);
    const opening = 'This server sends no mails, so please pass these invitations on. Each link works for one person.';
    doNotifyUser(app, user, `${opening}\n\n${lines.join('\n')}`);
  }
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
}

function paragraphs(texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
