import type { IncomingMessage } from 'node:http';
import { initialsOf } from '../ground/initials.ts';
import { findImage } from '../realm/stored-image.ts';
import { canAccessUser } from '../users/access.ts';
import { isAvatarKey, isDrawnAvatarKey } from '../users/avatar-url.ts';
import { findUser, type User } from '../users/user.ts';
import { type Content, drawn, uploaded } from './content.ts';
import { drawAvatar, writeInitials } from './pictures.ts';
import type { Site } from './site.ts';
import { findViewer } from './viewer.ts';

/** Pixels by the name of a size in the path. */
const sizes = new Map([
  [undefined, 192],
  ['medium', 480],
]);

/** The avatar of a user: for everybody with its URL and, without the key in it, for users who may know this user. */
export function findAvatar(
  app: Site,
  request: IncomingMessage,
  [, id = '', size]: readonly string[],
): Content | undefined {
  const pixels = sizes.get(size);
  if (pixels === undefined || !/^(0|[1-9]\d{0,14})$/.test(id)) return undefined;
  // The id 0 belongs to no user; it stands for users whom the viewer may not know.
  if (id === '0') return drawnAvatar(0, pixels);
  const opened = findByKey(app, request, { id: Number(id), pixels });
  if (opened) return opened;
  const user = findUser(app.db, Number(id));
  const viewer = findViewer(app, request, 'own pages or typed');
  if (!user || !viewer || !canAccessUser(app, viewer, user)) return undefined;
  const content = ownPicture(app, user, pixels, request);
  return content && { ...content, cache: 'private, max-age=86400', vary: 'Accept' };
}

/** For a viewer who may know the user: initials where the client shows SVG, as browsers do. */
function ownPicture(app: Site, user: User, pixels: number, { headers }: IncomingMessage): Content | undefined {
  const initials = user.avatar_image_id === null ? initialsOf(user.full_name) : '';
  if (initials === '' || !headers.accept?.includes(svg)) return pictureOf(app, user, pixels);
  return { type: svg, cache: '', body: writeInitials(user.id, initials) };
}

const svg = 'image/svg+xml';

function findByKey(app: Site, request: IncomingMessage, { id, pixels }: Wanted): Content | undefined {
  const key = new URLSearchParams(request.url?.split('?')[1]).get('key') ?? '';
  if (isDrawnAvatarKey(app, key)) return drawnAvatar(id, pixels);
  const user = findUser(app.db, id);
  return user && isAvatarKey(app, user, key) ? pictureOf(app, user, pixels) : undefined;
}

interface Wanted {
  id: number;
  pixels: number;
}

function pictureOf({ db }: Site, { id, avatar_image_id }: User, pixels: number): Content | undefined {
  return avatar_image_id === null ? drawnAvatar(id, pixels) : uploaded(findImage(db, avatar_image_id));
}

function drawnAvatar(user_id: number, pixels: number): Content {
  return drawn(`${user_id} ${pixels}`, () => drawAvatar(user_id, pixels));
}
