import type { App } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { doDeleteImage, findImage, type Image } from '../images/image.ts';

/** The pictures an organization has: a square one, and wide ones for light and dark windows. */
export const imagePurposes = ['icon', 'logo', 'night_logo'] as const;
export type ImagePurpose = (typeof imagePurposes)[number];

/** Where the picture is served that stands for an organization with none of its own. */
const drawnIconUrl = '/icon.png';

/** What an organization has that uploaded nothing: for the icon a drawn one, for logos what clients bring along. */
const usualSources = { icon: 'J', logo: 'D', night_logo: 'D' } as const;

/** Where a picture of the organization is served, below the server's URL. The address changes with the picture. */
export function realmImageUrl(db: Database, purpose: ImagePurpose): string {
  const stored = findStored(db, purpose);
  return stored?.image_id ? `/realm/${purpose}?version=${stored.version}` : drawnIconUrl;
}

/** A picture's address and source as the API shows them: U for an uploaded one. */
export function presentRealmImage(db: Database, purpose: ImagePurpose): Record<string, string> {
  const isUploaded = Boolean(findStored(db, purpose)?.image_id);
  return {
    [`${purpose}_url`]: realmImageUrl(db, purpose),
    [`${purpose}_source`]: isUploaded ? 'U' : usualSources[purpose],
  };
}

/** The uploaded picture, if there is one. */
export function findRealmImage(db: Database, purpose: ImagePurpose): Image | undefined {
  const image_id = findStored(db, purpose)?.image_id;
  return image_id ? findImage(db, image_id) : undefined;
}

/** Replaces a picture by one that was stored, or by none, and tells everyone. */
export function doSetRealmImage(app: App, purpose: ImagePurpose, image_id: number | null): void {
  const previous = findStored(app.db, purpose);
  const version = (previous?.version ?? 1) + 1;
  app.db.run(
    'INSERT OR REPLACE INTO realm_images (purpose, image_id, version) VALUES (?, ?, ?)',
    purpose,
    image_id,
    version,
  );
  if (previous?.image_id) doDeleteImage(app.db, previous.image_id);
  const data = presentRealmImage(app.db, purpose);
  publish(app, { type: 'realm', op: 'update_dict', property: purpose, data }, 'everyone');
}

/** Takes an uploaded picture away, and tells everyone; where there is none nothing happens. */
export function doResetRealmImage(app: App, purpose: ImagePurpose): void {
  if (findStored(app.db, purpose)?.image_id) doSetRealmImage(app, purpose, null);
}

function findStored(db: Database, purpose: ImagePurpose): { image_id: number | null; version: number } | undefined {
  return db.get('SELECT image_id, version FROM realm_images WHERE purpose = ?', purpose);
}
