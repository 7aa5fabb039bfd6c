import { accessSession, doEndSession, listSessions, noSuchSession, presentSession } from '../../accounts/session.ts';
import { findSessionOf } from '../../accounts/session-cookie.ts';
import { integer, required } from '../../http/params.ts';
import { textsFor } from '../../users/language.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getSessions: Endpoint = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'Get your browser sessions',
  access: 'user',
  params: {},
  errors: [],
  handler({ app, user, request }) {
    const current = findSessionOf(app, request);
    const texts = textsFor(app.db, user);
    return { sessions: listSessions(app, user).map((one) => presentSession(texts, one, current)) };
  },
});

export const endSession: Endpoint = endpoint({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  summary: 'End one of your browser sessions',
  access: 'user',
  params: { session_id: required(integer(), 'Id of the session.') },
  errors: [noSuchSession],
  handler({ app, user }, { session_id }) {
    doEndSession(app, accessSession(app, user, session_id));
    return {};
  },
});
