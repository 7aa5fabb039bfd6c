import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import type { User } from '../users/user.ts';

/** A section of a user's side bar, with channels in the user's own order, as the API presents it. */
interface OwnSection {
  /** Without characters, it is no section: its list orders the channels outside all sections. */
  name: string;
  /** Channels that the user does not see, or no longer, are in the list without effect. */
  channel_ids: readonly number[];
}

/** Bounds of one user's sections: their number, code points of a name, and channels of one section. */
export const ownSectionLimits = { sections: 100, name: 60, channels: 500 };

/** A user's sections, in their order. */
export function listOwnSections(db: Database, user: User): OwnSection[] {
  const sql = 'SELECT name, channel_ids FROM own_sections WHERE user_id = ? ORDER BY position';
  const rows = db.all<{ name: string; channel_ids: string }>(sql, user.id);
  return rows.map(({ name, channel_ids }) => ({ name, channel_ids: JSON.parse(channel_ids) as number[] }));
}

/** Replaces a user's sections, and tells the user's clients. */
export function doSetOwnSections(app: Context, user: User, sections: readonly OwnSection[]): void {
  app.db.run('DELETE FROM own_sections WHERE user_id = ?', user.id);
  for (const [position, { name, channel_ids }] of sections.entries()) {
    const sql = 'INSERT INTO own_sections (user_id, position, name, channel_ids) VALUES (?, ?, ?, ?)';
    app.db.run(sql, user.id, position, name, JSON.stringify(channel_ids));
  }
  publish(app, { type: 'own_sections', own_sections: sections }, { user_ids: [user.id] });
}
