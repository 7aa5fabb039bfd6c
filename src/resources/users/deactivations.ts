import {
  doDeactivateUser,
  doReactivateUser,
  ensureCanLeave,
  lastOwnerDeactivated,
  lastUserLeaving,
} from '../../accounts/activity.ts';
import { doDeleteProfile } from '../../accounts/deleted-profile.ts';
import { isBotNameTaken } from '../../accounts/full-name.ts';
import { ensureAdministered, isLastOwner } from '../../accounts/role.ts';
import { ensureCanCreateBot } from '../../bots/permission.ts';
import type { Context } from '../../context.ts';
import { errorKind, insufficientPermission, ownerRequired } from '../../http/errors.ts';
import { boolean, integer, object, optional, required, text } from '../../http/params.ts';
import { canSendMail, doSendMail, type SendsMail } from '../../mail/mail.ts';
import { doDeleteMessagesOf, type Kind } from '../../messages/author-deletion.ts';
import { findRealm } from '../../realm/realm.ts';
import { accessUser, accessUserNamed } from '../../users/access.ts';
import { listBotsOf } from '../../users/bot.ts';
import { textsFor } from '../../users/language.ts';
import {
  ensureActive,
  getUser,
  isAdministrator,
  isBot,
  noSuchUser,
  type User,
  userIsDeactivated,
} from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const botNameTaken = errorKind<{ name: string }>(
  'There is already an active bot named "{name}" in this organization. To reactivate this bot, you must rename or deactivate the other one first.',
);

const isWanted = (what: string) => optional(boolean(), `Whether to delete ${what}.`, { fallback: false });
const actions = {
  delete_profile: isWanted('name and picture'),
  delete_public_channel_messages: isWanted('all messages in public channels'),
  delete_private_channel_messages: isWanted('all messages in private channels'),
  delete_direct_messages: isWanted('all direct messages'),
};

export const deactivateUser: Endpoint<SendsMail> = endpoint({
  method: 'DELETE',
  path: '/users/{user_id_or_email}',
  summary: 'Deactivate a user',
  access: 'user',
  params: {
    user_id_or_email: required(text(), 'Id of the user, or their address as the API shows it.'),
    actions: optional(object(actions), 'What of the user, and of their bots, to delete for ever.'),
    deactivation_notification_comment: optional(
      text({ max: 2000 }),
      'Comment in the e-mail that notifies the user; empty: an e-mail without a comment; missing: no e-mail.',
    ),
  },
  errors: [insufficientPermission, noSuchUser, userIsDeactivated, ownerRequired, lastOwnerDeactivated],
  handler({ app, db, user: actor }, { user_id_or_email, actions, deactivation_notification_comment: comment }) {
    const user = accessDeactivatable(app, actor, user_id_or_email);
    const all = [...listBotsOf(db, user.id), user];
    if (actions) {
      const ids = all.map(({ id }) => id);
      doDeleteMessagesOf(app, ids, kindsOf(actions), actor);
      if (actions.delete_profile) for (const one of all) doDeleteProfile(app, one);
    }
    const named = getUser(db, user.id);
    doDeactivateUser(app, named);
    if (comment !== undefined) mailFarewell(app, named, comment);
    return {};
  },
});

export const deactivateOwnUser: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate your own account',
  access: 'user',
  onlyPeople: true,
  params: {},
  errors: [lastUserLeaving],
  handler({ app, db, user }) {
    ensureCanLeave(db, user);
    doDeactivateUser(app, user);
    return {};
  },
});

export const reactivateUser: Endpoint = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  access: 'user',
  params: { user_id: required(integer(), 'Id of the user.') },
  errors: [noSuchUser, ownerRequired, insufficientPermission, botNameTaken],
  handler({ app, user: actor }, { user_id }) {
    if (!isAdministrator(actor)) throw insufficientPermission();
    const user = ensureAdministered(actor, accessUser(app, actor, user_id));
    if (isBot(user) && !user.is_active) ensureBotMayReturn(app, actor, user);
    doReactivateUser(app, actor, user);
    return {};
  },
});

/** A person whom the actor may deactivate. */
function accessDeactivatable(app: Context, actor: User, user_id_or_email: string): User {
  if (!isAdministrator(actor)) throw insufficientPermission();
  const user = ensureAdministered(actor, accessUserNamed(app, actor, user_id_or_email));
  if (isBot(user)) throw noSuchUser();
  ensureActive(user);
  if (isLastOwner(app.db, user)) throw lastOwnerDeactivated();
  return user;
}

function kindsOf(actions: Readonly<Record<keyof typeof kindNames, boolean>>): Kind[] {
  const kinds = Object.entries(kindNames) as [keyof typeof kindNames, Kind][];
  return kinds.filter(([name]) => actions[name]).map(([, kind]) => kind);
}

const kindNames = {
  delete_public_channel_messages: 'public',
  delete_private_channel_messages: 'private',
  delete_direct_messages: 'direct',
} as const;

// Without a mail server, a deactivated user cannot be reached.
function mailFarewell(app: Context & SendsMail, user: User, comment: string): void {
  if (!canSendMail(app)) return;
  const { name } = findRealm(app.db);
  const texts = textsFor(app.db, user);
  const words = comment.trim() === '' ? [] : [texts.t('mail.deactivatedComment'), comment.trim()];
  doSendMail(app, {
    to: user.email,
    from_name: name,
    subject: texts.t('mail.deactivatedSubject', { organization: name }),
    text: [texts.t('mail.deactivatedText', { organization: name, url: app.config.public_url }), ...words].join('\n\n'),
  });
}

function ensureBotMayReturn(app: Context, actor: User, bot: User): void {
  ensureCanCreateBot(app, actor, bot.bot_type as number);
  if (isBotNameTaken(app.db, bot.full_name, bot.id)) throw botNameTaken({ name: bot.full_name });
}
