import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import type { Image } from '../images/image.ts';
import { deleteImage, findImage } from '../realm/stored-image.ts';

/** The organization's images: a square icon, and wide logos for light and dark themes. */
export const imagePurposes = ['icon', 'logo', 'night_logo'] as const;
export type ImagePurpose = (typeof imagePurposes)[number];

/** URL of the generated icon of an organization without an uploaded one. */
const drawnIconUrl = '/icon.png';

/** Sources without an upload: a generated icon, and the default logos of the clients. */
const usualSources = { icon: 'J', logo: 'D', night_logo: 'D' } as const;

/** URL path of an image of the organization. It changes with the image. */
export function realmImageUrl(db: Database, purpose: ImagePurpose): string {
  const stored = findStored(db, purpose);
  return stored?.image_id ? `/realm/${purpose}?version=${stored.version}` : drawnIconUrl;
}

/** An image's URL and source as the API shows them; U stands for an uploaded image. */
export function presentRealmImage(db: Database, purpose: ImagePurpose): Record<string, string> {
  const isUploaded = Boolean(findStored(db, purpose)?.image_id);
  return {
    [`${purpose}_url`]: realmImageUrl(db, purpose),
    [`${purpose}_source`]: isUploaded ? 'U' : usualSources[purpose],
  };
}

export function findRealmImage(db: Database, purpose: ImagePurpose): Image | undefined {
  const image_id = findStored(db, purpose)?.image_id;
  return image_id ? findImage(db, image_id) : undefined;
}

/** Replaces an image with a stored one, or removes it if `image_id` is null. */
export function doSetRealmImage(app: Context, purpose: ImagePurpose, image_id: number | null): void {
  const previous = findStored(app.db, purpose);
  const version = (previous?.version ?? 1) + 1;
  app.db.run(
    `INSERT INTO realm_images (purpose, image_id, version) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET image_id = excluded.image_id, version = excluded.version`,
    purpose,
    image_id,
    version,
  );
  if (previous?.image_id) deleteImage(app.db, previous.image_id);
  const data = presentRealmImage(app.db, purpose);
  publish(app, { type: 'realm', op: 'update_dict', property: purpose, data }, 'everyone');
}

/** Removes an uploaded image, if there is one. */
export function doResetRealmImage(app: Context, purpose: ImagePurpose): void {
  if (findStored(app.db, purpose)?.image_id) doSetRealmImage(app, purpose, null);
}

function findStored(db: Database, purpose: ImagePurpose): { image_id: number | null; version: number } | undefined {
  return db.get('SELECT image_id, version FROM realm_images WHERE purpose = ?', purpose);
}
