import type { Context } from '../context.ts';
import { type Audience, plainPublication, publish, publishVariants } from '../events/event.ts';
import { userAudience } from '../users/access.ts';
import { presentUnknownUser } from '../users/public-identity.ts';
import { listRecipientIds } from '../users/recipients.ts';
import { isBot, isEmailOpen, listEmailAudience, presentUser, type User } from '../users/user.ts';

/**
 * Publishes a new account to users who may know it. The record depends on the recipient: not everyone may see the
 * address, and some clients need a record of every user, even of unknown ones.
 */
export function publishNewUser(app: Context, user: User): void {
  const knowing = userAudience(app, user);
  const seeing = isEmailOpen(app.db, user) ? undefined : new Set(listEmailAudience(app, user));
  if (knowing === 'everyone' && !seeing) {
    publishRecord(app, user, { audience: knowing, showsEmail: true });
    return;
  }
  const all = listRecipientIds(app);
  const ids = knowing === 'everyone' ? all : knowing.user_ids;
  const sees = (id: number) => !seeing || seeing.has(id);
  publishRecord(app, user, { audience: { user_ids: ids.filter(sees) }, showsEmail: true });
  publishRecord(app, user, { audience: { user_ids: ids.filter((id) => !sees(id)) }, showsEmail: false });
  const knownTo = new Set(ids);
  publishUnknown(app, user, { user_ids: all.filter((id) => !knownTo.has(id)) });
}

interface Sight {
  audience: Audience;
  showsEmail: boolean;
}

function publishRecord(app: Context, user: User, { audience, showsEmail }: Sight): void {
  const record = presentUser(app, user, user);
  const person = {
    ...record,
    delivery_email: showsEmail ? record.delivery_email : null,
    ...(isBot(user) ? {} : { profile_data: {} }),
  };
  publish(app, { type: 'realm_user', op: 'add', person }, audience);
}

function publishUnknown(app: Context, user: User, audience: Audience): void {
  const person = { ...presentUnknownUser(app, user.id), profile_data: {} };
  // Without a plain event: an admin command would send that to every client.
  const { event: _, ...publication } = plainPublication({ type: 'realm_user', op: 'add', person }, audience);
  publishVariants(app, { ...publication, accepts: (profile) => !profile.user_list_incomplete });
}
