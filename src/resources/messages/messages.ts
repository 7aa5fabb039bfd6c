import { tooManyBytes } from '../../conversations/full-page.ts';
import { accessMessage, invalidMessage } from '../../conversations/readable.ts';
import type { Database } from '../../db/database.ts';
import type { Sql } from '../../db/sql.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { errorKind, notLoggedIn, parameterMissing } from '../../http/errors.ts';
import { bareOrQuoted, boolean, hint, integer, list, optional, required, text } from '../../http/params.ts';
import { contentErrors, messageContent } from '../../messages/content.ts';
import { ensureMentionsAllowed, mentionErrors } from '../../messages/mentions.ts';
import { doSendMessage, isTypedByHand } from '../../messages/message.ts';
import type { CachesMessages } from '../../messages/message-cache.ts';
import { type LimitsAnswers, presentNamed, presentPage } from '../../messages/message-page.ts';
import { presentOpenPage } from '../../messages/open-messages.ts';
import { presentMessage } from '../../messages/present-messages.ts';
import { accessToSend, messageType, recipient, recipientErrors } from '../../messages/recipient.ts';
import { htmlTooLong, renderToSend } from '../../messages/rendering.ts';
import { findSentId, storeSentName } from '../../messages/repeated-send.ts';
import {
  type Anchor,
  anchorDateMissing,
  anchorErrors,
  anchorInMiddle,
  anchorMissing,
  newestAnchor,
  parseAnchor,
  parseAnchorDate,
} from '../../search/anchor.ts';
import { confirmPage, findEarlier } from '../../search/earlier-page.ts';
import { findMatches, writeMatches } from '../../search/matches.ts';
import { compileNarrow } from '../../search/narrow.ts';
import { findOpenPage, findOpenPlace, findOpenSince } from '../../search/open-page.ts';
import { findAmong } from '../../search/page.ts';
import { type SearchesText, searchErrors } from '../../search/searcher.ts';
import { narrowErrors, narrowOrNull } from '../../search/term.ts';
import { searchesText } from '../../search/text-search.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** In Unicode code points. Queues keep it with the message, until the client has it. */
const longestLocalId = 1000;

const localEchoIncomplete = errorKind('queue_id and local_id must be given together.');

export const sendMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message',
  access: 'user',
  scoped: 'writes',
  openToWebhooks: true,
  params: {
    type: required(messageType(), 'Whether `to` names a channel or users.'),
    to: required(recipient(), 'Name or id of a channel; or ids or addresses of users.'),
    content: required(messageContent(), 'The message, in Markdown.'),
    topic: optional(text(), 'Topic of a channel message.', { aliases: ['subject'] }),
    queue_id: optional(text(), "The client's event queue, for local echo."),
    local_id: optional(
      text({ max: longestLocalId }),
      "The client's own id of the message, for local echo. A request that repeats another with the same values within " +
        'a day sends nothing and returns the id of the first message.',
    ),
    read_by_sender: optional(boolean(), 'Whether the sender has read it; by default, whether a person typed it.'),
  },
  errors: [...contentErrors, htmlTooLong, localEchoIncomplete, ...recipientErrors, ...mentionErrors],
  handler({ app, user, client }, params) {
    const { content, queue_id, local_id } = params;
    if ((queue_id === undefined) !== (local_id === undefined)) throw localEchoIncomplete();
    const local = queue_id === undefined || local_id === undefined ? undefined : { queue_id, local_id };
    const request = local && { ...params, ...local };
    const sent_id = request && findSentId(app, user, request);
    if (sent_id !== undefined) return { id: sent_id };
    const conversation = accessToSend(app, user, params);
    const rendering = renderToSend(app, user, content);
    ensureMentionsAllowed(app, user, conversation, rendering.mentions);
    const read_by_sender = params.read_by_sender ?? isTypedByHand(user, client);
    const sent = doSendMessage(app, { sender: user, conversation, content, rendering, client, read_by_sender, local });
    if (request) storeSentName(app, user, request, sent.id);
    return { ...sent };
  },
});

const tooManyMessages = errorKind('Too many messages requested (maximum 5000).');
const rangeParameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
const rangeWithIds = errorKind(`Unsupported parameter combination: ${rangeParameters}`, {
  extra: () => ({ parameters: rangeParameters }),
});
const maxPage = 5000;

export const getMessages: Endpoint<SearchesText & CachesMessages & LimitsAnswers> = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'Get messages',
  access: 'user',
  scoped: 'reads',
  params: {
    anchor: optional(bareOrQuoted(text()), 'A message id, `newest`, `oldest`, `first_unread` or `date`.'),
    anchor_date: optional(bareOrQuoted(text()), 'ISO 8601 date or time, for the anchor `date`.'),
    include_anchor: optional(boolean(), 'Whether the anchor itself is included; by default it is.'),
    use_first_unread_anchor: optional(boolean(), 'Older form of the anchor `first_unread`.'),
    num_before: optional(integer({ min: 0 }), 'How many messages before the anchor. Required without `message_ids`.'),
    num_after: optional(integer({ min: 0 }), 'How many messages after the anchor. Required without `message_ids`.'),
    message_ids: optional(
      nullable(list(integer({ min: 0 }))),
      'Ids of the messages; those that you cannot read are left out.',
      { fallback: null },
    ),
    narrow: optional(narrowOrNull(), 'Filters; by default all messages you received.', { fallback: [] }),
    client_gravatar: optional(hint(boolean()), 'Accepted without effect: no avatar comes from Gravatar.', {
      fallback: true,
    }),
    apply_markdown: optional(hint(boolean()), 'Whether to return the content as HTML instead of Markdown.', {
      fallback: true,
    }),
    allow_empty_topic_name: optional(hint(boolean()), 'Whether the empty topic is returned as an empty string.', {
      fallback: false,
    }),
  },
  errors: [
    ...anchorErrors,
    tooManyMessages,
    anchorInMiddle,
    rangeWithIds,
    tooManyBytes,
    ...searchErrors,
    ...narrowErrors,
  ],
  weight: ({ num_before = 0, num_after = 0, message_ids }) =>
    1 + Math.floor((num_before + num_after + (message_ids?.length ?? 0)) / 250),
  preparationWeight: ({ narrow }) => (searchesText(narrow) ? 4 : 0),
  async prepare({ app, user, signal }, params) {
    const range = readRange(params);
    if ('message_ids' in range) return undefined;
    const variant = { empty_topic_name: params.allow_empty_topic_name };
    return findEarlier(app, { user, terms: params.narrow, ...range, variant }, signal);
  },
  handler({ app, db, user }, params, earlier) {
    const variant = { ...params, empty_topic_name: params.allow_empty_topic_name };
    const range = readRange(params);
    if ('message_ids' in range) {
      const compiled = compileNarrow(app, user, params.narrow);
      const ids = findAmong(app, user, compiled, range.message_ids);
      const { findHits } = compiled;
      const matches = findHits && writeMatches(findMatches(db, ids, { findHits, variant }));
      return { ...noneFound, messages: presentNamed(app, user, ids, { variant, matches }) };
    }
    return presentPage(app, user, confirmPage(app, { user, terms: params.narrow, ...range }, earlier), variant);
  },
  spectate({ app, db }, params) {
    const place = findOpenPlace(db, params.narrow);
    if (!place) throw notLoggedIn();
    const range = readRange(params);
    if ('message_ids' in range) throw notLoggedIn();
    const anchor = openAnchor(db, place, range);
    const page = { anchor, ...findOpenPage(db, place, { ...range, anchor }) };
    return presentOpenPage(app, page, { ...params, empty_topic_name: params.allow_empty_topic_name });
  },
});

export const getMessage: Endpoint<CachesMessages> = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  summary: 'Get one message',
  access: 'user',
  scoped: 'reads',
  params: {
    message_id: required(integer(), 'The message.'),
    apply_markdown: optional(hint(boolean()), 'Whether to return the content as HTML instead of Markdown.', {
      fallback: true,
    }),
    allow_empty_topic_name: optional(hint(boolean()), 'Whether the empty topic is returned as an empty string.', {
      fallback: false,
    }),
  },
  errors: [invalidMessage],
  handler({ app, user }, { message_id, apply_markdown, allow_empty_topic_name }) {
    const { content: raw_content } = accessMessage(app, user, message_id);
    const variant = { apply_markdown, empty_topic_name: allow_empty_topic_name };
    return { raw_content, message: presentMessage(app, user, message_id, variant) };
  },
});

const noneFound = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };

interface RangeParams {
  anchor: string | undefined;
  anchor_date: string | undefined;
  include_anchor: boolean | undefined;
  use_first_unread_anchor: boolean | undefined;
  num_before: number | undefined;
  num_after: number | undefined;
  message_ids: number[] | null;
}

interface AnchoredRange {
  anchor: Anchor;
  date: number | undefined;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

function readRange(params: RangeParams): AnchoredRange | { message_ids: number[] } {
  const { anchor, include_anchor = true, use_first_unread_anchor, num_before, num_after, message_ids } = params;
  if (message_ids !== null) return { message_ids: checkIds(message_ids, params) };
  if (num_before === undefined) throw parameterMissing({ name: 'num_before' });
  if (num_after === undefined) throw parameterMissing({ name: 'num_after' });
  if (num_before + num_after > maxPage) throw tooManyMessages();
  if (!include_anchor && num_before > 0 && num_after > 0) throw anchorInMiddle();
  // Existing clients send both forms; the older one then takes precedence.
  const chosen = use_first_unread_anchor ? 'first_unread' : parseAnchor(anchor ?? missingAnchor());
  return { anchor: chosen, date: readDate(chosen, params.anchor_date), include_anchor, num_before, num_after };
}

function checkIds(message_ids: number[], params: RangeParams): number[] {
  const { anchor, include_anchor, use_first_unread_anchor, num_before, num_after } = params;
  const given = [anchor, include_anchor, use_first_unread_anchor, num_before, num_after];
  if (given.some((value) => value !== undefined)) throw rangeWithIds();
  if (message_ids.length > maxPage) throw tooManyMessages();
  return message_ids;
}

/** People without an account have read everything. */
function openAnchor(db: Database, place: Sql, { anchor, date = 0 }: AnchoredRange): number {
  if (typeof anchor === 'number') return anchor;
  if (anchor === 'oldest') return 0;
  return (anchor === 'date' ? findOpenSince(db, place, date) : undefined) ?? newestAnchor;
}

function readDate(anchor: Anchor, anchor_date: string | undefined): number | undefined {
  if (anchor !== 'date') return undefined;
  if (anchor_date === undefined) throw anchorDateMissing();
  return parseAnchorDate(anchor_date);
}

function missingAnchor(): never {
  throw anchorMissing();
}
