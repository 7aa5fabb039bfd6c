import { tooManyBytes } from '../../conversations/full-page.ts';
import { integer, list, required } from '../../http/params.ts';
import { findMatches } from '../../search/matches.ts';
import { compileNarrow } from '../../search/narrow.ts';
import { findAmong } from '../../search/page.ts';
import { narrow, narrowErrors } from '../../search/term.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const maxMessages = 5000;

export const checkMessagesMatchNarrow: Endpoint = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  summary: 'Check which messages match a narrow',
  access: 'user',
  scoped: 'reads',
  params: {
    msg_ids: required(list(integer(), { max: maxMessages }), 'The messages.'),
    narrow: required(narrow(), 'Filters.'),
  },
  errors: [...narrowErrors, tooManyBytes],
  handler({ app, db, user }, { msg_ids, narrow }) {
    const compiled = compileNarrow(app, user, narrow);
    const ids = findAmong(app, user, compiled, msg_ids);
    const matches = findMatches(db, ids, { findHits: compiled.findHits, variant: { empty_topic_name: false } });
    return { messages: Object.fromEntries(matches) };
  },
});
