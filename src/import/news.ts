import type { Archive } from './archive.ts';
import { findMessage } from './message-ids.ts';
import type { Origins } from './origins.ts';

/** What an archive adds to the messages that earlier imports of its source brought. */
export interface News {
  /** The first new message, by its id in the archive. */
  first: number | undefined;
  /** Ids in the archive of the channels with new messages. */
  channel_ids: ReadonlySet<number>;
  hasDirect: boolean;
}

/** `base` is the last id before the import. */
export function readNews(archive: Archive, origins: Origins, base: number): News {
  return origins.isKnown ? compare(archive, origins) : allNew(archive, base);
}

function allNew(archive: Archive, base: number): News {
  let first: number | undefined;
  // The first one counts only after others.
  if (base > 0) for (const { id } of archive.messages(() => {})) first = Math.min(first ?? id, id);
  return { first, channel_ids: new Set(archive.channels.map(({ id }) => id)), hasDirect: true };
}

function compare(archive: Archive, origins: Origins): News {
  const channel_ids = new Set<number>();
  let first: number | undefined;
  let hasDirect = false;
  for (const { id, place } of archive.messages(() => {})) {
    if (findMessage(archive, origins, id) !== undefined) continue;
    first = Math.min(first ?? id, id);
    if ('channel_id' in place) channel_ids.add(place.channel_id);
    else hasDirect = true;
  }
  return { first, channel_ids, hasDirect };
}
