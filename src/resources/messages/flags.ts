import type { Context } from '../../context.ts';
import { listMessageRefs } from '../../conversations/message.ts';
import { invalidMessage, listReadable, takesPart } from '../../conversations/readable.ts';
import { bareOrQuoted, boolean, integer, list, optional, required, text } from '../../http/params.ts';
import {
  checkFlagChange,
  doChangeFlag,
  type EditableFlag,
  type FlagChange,
  type FlagOperation,
  flagErrors,
} from '../../messages/flag.ts';
import { anchorInMiddle, anchorInvalid, parseAnchor } from '../../search/anchor.ts';
import { confirmPage, findEarlier } from '../../search/earlier-page.ts';
import { type SearchesText, searchErrors } from '../../search/searcher.ts';
import { narrowErrors, narrowOrNull } from '../../search/term.ts';
import { roles, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const op = required(text(), '`add` or `remove`.');
const flag = required(text(), '`read`, `starred` or `collapsed`.');

export const updateMessageFlags: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/flags',
  summary: 'Add or remove a personal flag on messages',
  access: 'user',
  scoped: 'reads',
  params: { messages: required(list(integer()), 'Ids of the messages.'), op, flag },
  errors: [...flagErrors, invalidMessage],
  handler({ app, user }, params) {
    const change = checkFlagChange(params.op, params.flag);
    const ids = listFlaggable(app, user, change, listReadable(app, user, params.messages));
    if (ids.length < new Set(params.messages).size && needsAll(change)) throw invalidMessage();
    const { ignored } = doChangeFlag(app, user, change, listMessageRefs(app.db, ids));
    return { messages: params.messages, ...presentIgnored(change, ignored) };
  },
});

/** Whether a change is refused if some messages are missing; otherwise the other messages are changed. */
function needsAll({ op, flag }: { op: FlagOperation; flag: EditableFlag }): boolean {
  return op === 'add' && flag !== 'read';
}

// Bounds one transaction; clients continue from last_processed_id.
const maxRange = 5000;

export const updateMessageFlagsForNarrow: Endpoint<SearchesText> = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  summary: 'Add or remove a personal flag on a range of messages',
  access: 'user',
  scoped: 'reads',
  params: {
    anchor: required(bareOrQuoted(text()), 'A message id, `newest`, `oldest` or `first_unread`.'),
    include_anchor: optional(boolean(), 'Whether the anchor itself is included; by default it is.', { fallback: true }),
    num_before: required(integer({ min: 0 }), 'How many messages before the anchor.'),
    num_after: required(integer({ min: 0 }), 'How many messages after the anchor.'),
    narrow: required(narrowOrNull(), 'Filters.'),
    op,
    flag,
  },
  errors: [...flagErrors, anchorInvalid, anchorInMiddle, ...searchErrors, ...narrowErrors],
  async prepare({ app, user, signal }, params) {
    return findEarlier(app, { user, terms: params.narrow, ...readRange(params) }, signal);
  },
  handler({ app, db, user }, params, earlier) {
    const change = checkFlagChange(params.op, params.flag);
    const request = { user, terms: params.narrow, ...readRange(params) };
    const { ids, found_oldest, found_newest } = confirmPage(app, request, earlier);
    const eligible = listFlaggable(app, user, change, ids);
    const { changed, ignored } = doChangeFlag(app, user, change, listMessageRefs(db, eligible));
    return {
      processed_count: ids.length,
      updated_count: changed.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest,
      found_newest,
      ...presentIgnored(change, ignored),
    };
  },
});

/** Of messages that a user may read, those that they may flag. A flag can be taken away everywhere. */
function listFlaggable(app: Context, user: User, { op }: { op: FlagOperation }, ids: readonly number[]): number[] {
  if (op === 'remove' || user.role !== roles.guest) return [...ids];
  return listMessageRefs(app.db, ids)
    .filter(({ channel_id }) => channel_id === null || takesPart(app, user, channel_id))
    .map(({ id }) => id);
}

/** Bounds the total. A side that requests less than half leaves the rest to the other side. */
function boundRange({ num_before, num_after }: { num_before: number; num_after: number }) {
  const before = Math.min(num_before, Math.max(maxRange - num_after, maxRange / 2));
  return { num_before: before, num_after: Math.min(num_after, maxRange - before) };
}

interface RangeParams {
  anchor: string;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

function readRange({ include_anchor, ...params }: RangeParams) {
  if (!include_anchor && params.num_before > 0 && params.num_after > 0) throw anchorInMiddle();
  const anchor = parseAnchor(params.anchor);
  if (anchor === 'date') throw anchorInvalid();
  return { anchor, date: undefined, include_anchor, ...boundRange(params) };
}

function presentIgnored({ op, flag }: { op: string; flag: string }, ignored: FlagChange['ignored']): object {
  return op === 'remove' && flag === 'read' ? { ignored_because_not_subscribed_channels: ignored } : {};
}
