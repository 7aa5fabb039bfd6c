import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { parameterInvalid } from '../http/errors.ts';
import { type Kind, text, trimmed } from '../http/params.ts';
import { urlProblem } from '../http/url-problem.ts';

/** A link at the head of a channel, as the API presents it. */
interface Bookmark {
  title: string;
  url: string;
}

/** Bounds of one channel's bookmarks: their number, code points of a title, and those of an address. */
export const bookmarkLimits = { bookmarks: 20, title: 60, url: 2048 };

/** A web address, or a place of this server: a path, or the part of an address behind #. */
export function bookmarkUrl(): Kind<string> {
  const plain = trimmed(text({ max: bookmarkLimits.url }));
  return {
    ...plain,
    bad: [...plain.bad, '', 'x', 'javascript:alert(1)', '//host', '/\\host', 'http://'],
    read(raw, name) {
      const value = plain.read(raw, name);
      if (!isBookmarkUrl(value)) throw parameterInvalid({ name, problem: urlProblem(raw) });
      return value;
    },
  };
}

export function isBookmarkUrl(value: string): boolean {
  return isWebUrl(value) || isOwnAddress(value);
}

function isWebUrl(value: string): boolean {
  return /^https?:\/\/[^\p{Cc}]*$/iu.test(value) && URL.canParse(value) && new URL(value).username === '';
}

// Browsers leave out tabs and line breaks, and read \ as /: some paths would lead to another host.
function isOwnAddress(value: string): boolean {
  return /^(#|\/(?![/\\]))[^\p{Cc}\\]*$/u.test(value);
}

/** A channel's bookmarks, in their order. */
export function listBookmarks(db: Database, { id }: Channel): Bookmark[] {
  return db.all<Bookmark>('SELECT title, url FROM channel_bookmarks WHERE channel_id = ? ORDER BY position', id);
}

/** Replaces a channel's bookmarks. Clients that show them fetch them again. */
export function doSetBookmarks(app: Context, { id, invite_only }: Channel, bookmarks: readonly Bookmark[]): void {
  const sql = `INSERT INTO channel_bookmarks (channel_id, position, title, url) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET title = excluded.title, url = excluded.url
    WHERE title <> excluded.title OR url <> excluded.url`;
  for (const [position, { title, url }] of bookmarks.entries()) app.db.run(sql, id, position, title, url);
  app.db.run('DELETE FROM channel_bookmarks WHERE channel_id = ? AND position >= ?', id, bookmarks.length);
  publish(app, { type: 'channel_bookmarks', stream_id: id }, { channel_id: id, is_public: invite_only === 0 });
}
