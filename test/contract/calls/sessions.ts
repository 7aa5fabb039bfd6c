import { onlyInSettings as inSettings } from '../../../src/accounts/password-question.ts';
import { insertSession, listSessions } from '../../../src/accounts/session.ts';
import { giveMailServer } from '../../support/mail.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import { deactivate, inBrowser, type Provocations, type ValidCalls } from '../call.ts';

const onlyInSettings = inSettings().message;

/** Calls about ways to log in that succeed. */
export const validCalls: ValidCalls = {
  getSessions: (server) => {
    startSession(server, 'alice');
    return { as: 'alice' };
  },
  getSecondFactors: ({ db, users }) => {
    db.run("INSERT OR REPLACE INTO second_factors VALUES (?, x'00', 0, '[]', 0)", users.alice.id);
    return { as: 'owner' };
  },
  removeSecondFactor: ({ db, users }) => {
    db.run("INSERT OR REPLACE INTO second_factors VALUES (?, x'00', 0, '[]', 0)", users.alice.id);
    return { as: 'owner', path: { user_id: users.alice.id } };
  },
  resetPassword: ({ users }) => ({ as: 'admin', path: { user_id: users.alice.id } }),
  endSession: (server) => ({ as: 'alice', path: { session_id: startSession(server, 'alice') } }),
};

/** Calls about ways to log in that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  removeSecondFactor: {
    'No such user': ({ users }) => ({ as: 'owner', path: { user_id: users.bot.id }, msg: 'No such user' }),
    [onlyInSettings]: async (server) => ({
      ...(await inBrowser(server, 'owner')),
      path: { user_id: server.users.owner.id },
      msg: onlyInSettings,
    }),
  },
  resetPassword: {
    'No such user': ({ users }) => ({ as: 'admin', path: { user_id: users.bot.id }, msg: 'No such user' }),
    'User is deactivated': (server) => {
      deactivate(server, 'alice');
      return { as: 'admin', path: { user_id: server.users.alice.id }, msg: 'User is deactivated' };
    },
    'Must be an organization owner': ({ users }) => ({
      as: 'admin',
      path: { user_id: users.owner.id },
      msg: 'Must be an organization owner',
    }),
    [onlyInSettings]: async (server) => ({
      ...(await inBrowser(server, 'owner')),
      path: { user_id: server.users.owner.id },
      msg: onlyInSettings,
    }),
    'This user cannot log in with a password of this server.': ({ app, users }) => {
      app.config.sso = { providers: [], passwords: 'owners' };
      return {
        as: 'admin',
        path: { user_id: users.alice.id },
        msg: 'This user cannot log in with a password of this server.',
      };
    },
    'API usage exceeded rate limit': async (server) => {
      giveMailServer(server);
      const path = { user_id: server.users.alice.id };
      for (let mails = 0; mails < 3; mails++) await server.as('admin').post(`/users/${path.user_id}/password_reset`);
      server.clock.advance(600);
      return {
        as: 'admin',
        path,
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        status: 429,
        extra: { 'retry-after': 3000 },
        headers: { 'Retry-After': '3000' },
      };
    },
  },
  endSession: {
    'No such session': (server) => ({
      as: 'alice',
      path: { session_id: startSession(server, 'bob') },
      msg: 'No such session',
    }),
  },
};

function startSession({ app, db, users }: TestServer, name: CastName): number {
  db.transaction(() => insertSession(app, users[name], undefined));
  return listSessions(app, users[name])[0]?.id ?? 0;
}
