import type { Context } from '../context.ts';
import { accountState } from '../users/account-state.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, type User } from '../users/user.ts';
import { uploadsPrefix } from './address.ts';
import { type Attachment, accessFile, fileNotFound, findAttachmentById } from './attachment.ts';
import { addressName } from './file-name.ts';

/** Validity of a link, in seconds: enough for an app to pass it to another one. */
const lifespan = 60;

/** A path on this server that opens a file without login for a minute, while the user may see the file. */
export function temporaryUrl(app: Context, user: User, attachment: Attachment): string {
  const key = sealKey(app, sealOf(app, user, attachment), lifespan);
  return `${uploadsPrefix}temporary/${key}/${encodeURIComponent(addressName(attachment.name))}`;
}

/** The file of such a link. Throws fileNotFound if the link has ended or is forged. */
export function accessLinkedFile(app: Context, key: string): Attachment {
  const [, id, user_id] = /^(\d{1,15})-(\d{1,15})$/.exec(subjectOf(key)) ?? [];
  const user = findUser(app.db, Number(user_id ?? 0));
  const attachment = findAttachmentById(app.db, Number(id ?? 0));
  if (!user?.is_active || !attachment || !isKeyOf(app, sealOf(app, user, attachment), key)) throw fileNotFound();
  return accessFile(app, user, attachment.path_id);
}

function sealOf(app: Context, user: User, { id }: Attachment): Sealed {
  return { purpose: 'temporary link', subject: `${id}-${user.id}`, state: accountState(app, user) };
}
