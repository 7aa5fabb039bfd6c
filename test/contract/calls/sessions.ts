import { doStartSession, listSessions } from '../../../src/accounts/session.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about browsers that are logged in, and that succeed. */
export const validCalls: ValidCalls = {
  getSessions: (server) => {
    startSession(server, 'alice');
    return { as: 'alice' };
  },
  endSession: (server) => ({ as: 'alice', path: { session_id: startSession(server, 'alice') } }),
};

/** Calls about browsers that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  endSession: {
    'No such session': (server) => ({
      as: 'alice',
      path: { session_id: startSession(server, 'bob') },
      msg: 'No such session',
    }),
  },
};

function startSession({ app, db, users }: TestServer, name: CastName): number {
  db.transaction(() => doStartSession(app, users[name], undefined));
  return listSessions(app, users[name])[0]?.id ?? 0;
}
