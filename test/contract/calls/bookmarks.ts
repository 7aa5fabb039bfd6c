import type { TestServer } from '../../support/server.ts';
import type { Provocations, ValidCalls } from '../call.ts';

const bookmarks = [{ title: 'Handbook', url: 'https://example.com/handbook' }];
const refused = 'You do not have permission to administer this channel.';
const unknown = 'Invalid channel ID';

/** Calls about links at the heads of channels that succeed. */
export const validCalls: ValidCalls = {
  getBookmarks: async (server) => {
    await server.as('owner').put(`/streams/${general(server)}/bookmarks`, { bookmarks });
    return { as: 'bob', path: { stream_id: general(server) } };
  },
  setBookmarks: (server) => ({ as: 'owner', path: { stream_id: general(server) }, values: { bookmarks } }),
};

/** Calls about links at the heads of channels that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  getBookmarks: { [unknown]: () => ({ as: 'bob', path: { stream_id: 999 }, msg: unknown }) },
  setBookmarks: {
    [unknown]: () => ({ as: 'owner', path: { stream_id: 999 }, values: { bookmarks }, msg: unknown }),
    [refused]: (server) => ({
      as: 'bob',
      path: { stream_id: general(server) },
      values: { bookmarks },
      msg: refused,
    }),
  },
};

function general({ db }: TestServer): number {
  return db.value<number>("SELECT id FROM channels WHERE name_key = 'general'") ?? 0;
}
