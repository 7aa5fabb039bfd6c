import type { Context } from '../context.ts';
import type { Texts } from '../ground/texts.ts';
import { canSendMail, doSendMail, paragraphs, type SendsMail } from '../mail/mail.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { findRealm } from '../realm/realm.ts';
import { organizationTexts, textsFor } from '../users/language.ts';
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
  const { expires_at } = invitation;
  const texts = organizationTexts(app.db);
  const who = { name: user.full_name, organization: name };
  const text = [
    texts.t('mail.invitationText', who),
    `${texts.t('mail.chooseHere')}\n${linkOf(app, invitation)}`,
    ...(expires_at === null ? [] : [texts.t('mail.invitationExpires', { date: dateOf(texts, expires_at) })]),
    texts.t('mail.invitationIgnore'),
  ];
  const subject = texts.t('mail.invitationSubject', who);
  doSendMail(app, { to: email, from_name: name, subject, text: paragraphs(text) }, () =>
    doNotifyUser(app, user, textsFor(app.db, user).markdown('notice.invitationNotMailed', { address: email })),
  );
}

function doHandOver(app: Context, user: User, invitations: readonly MailedInvitation[]): void {
  for (let from = 0; from < invitations.length; from += maxLinks) {
    const lines = invitations
      .slice(from, from + maxLinks)
      .map((invitation) => `* ${invitation.email}: ${linkOf(app, invitation)}`);
    const opening = textsFor(app.db, user).t('notice.passInvitationsOn');
    doNotifyUser(app, user, `${opening}\n\n${lines.join('\n')}`);
  }
}

function dateOf({ language }: Texts, seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
