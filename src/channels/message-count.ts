import type { Database } from '../db/database.ts';

/** Messages of a channel, from one id to another; null if there are none. */
export interface Stretch {
  channel_id: number;
  oldest: number | null;
  newest: number | null;
}

/** A counted stretch. */
interface Counted {
  oldest: number;
  newest: number;
  count: number;
}

/**
 * Returns a function that counts the messages of a stretch. It goes on from the last stretch of the channel: a large
 * channel has a hundred thousand messages of the last weeks, and every new message makes the stretch longer. The whole
 * stretch is counted again only after an edit, a move, a deletion or an undone write.
 */
export function messageCounter(db: Database): (stretch: Stretch) => number {
  const counted = listCounted(db);
  return ({ channel_id, oldest, newest }) => {
    if (oldest === null || newest === null) return 0;
    const countBetween = (from: number, to: number) =>
      from > to ? 0 : (db.value<number>(countSql, channel_id, from, to) as number);
    const last = counted.get(channel_id);
    const count =
      last && last.oldest <= oldest && last.newest <= newest
        ? last.count - countBetween(last.oldest, oldest - 1) + countBetween(last.newest + 1, newest)
        : countBetween(oldest, newest);
    counted.set(channel_id, { oldest, newest, count });
    return count;
  };
}

const countSql = 'SELECT count(*) FROM messages WHERE channel_id = ? AND id BETWEEN ? AND ?';

/** The last counted stretch of each channel, and the changes that happened before it was counted. */
interface Counts {
  changes: string;
  counted: Map<number, Counted>;
}

function listCounted(db: Database): Map<number, Counted> {
  const counts = db.derived<Counts>(
    'message counts',
    'channels',
    (outdated) => outdated ?? { changes: '', counted: new Map() },
  );
  const changes = `${db.value(changesSql)} ${db.undone}`;
  if (counts.changes !== changes) counts.counted.clear();
  counts.changes = changes;
  return counts.counted;
}

/** Number of edits, moves and deletions so far; the text index numbers them. */
const changesSql = "SELECT seq FROM sqlite_sequence WHERE name = 'search_changes'";
