import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { ScopedUse } from '../../src/http/endpoint.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import { make, validCall } from './requests.ts';

const refusal = {
  result: 'error',
  msg: 'The rights that this bot was given do not include that.',
  code: 'OUT_OF_SCOPE',
};

/** All that a bot with a scope reaches: what it may read, and what it may write if it may write at all. */
const reached: Record<ScopedUse, readonly string[]> = {
  reads: [
    ...[
      'acknowledgeEvents',
      'checkMessagesMatchNarrow',
      'deleteQueue',
      'getAttachments',
      'getBotStorage',
      'getBookmarks',
      'getButtons',
    ],
    ...[
      'getChannelFolders',
      'getCommands',
      'getCustomEmoji',
      'getEvents',
      'getIcon',
      'getLinkifiers',
      'getLogo',
      'getMessage',
    ],
    ...['getMessageHistory', 'getMessages', 'getOwnUser', 'getPinnedMessages', 'getPresence', 'getProfileFields'],
    ...['getReadReceipts', 'getScheduledMessages', 'getStreamById', 'getStreamId', 'getStreamTopics', 'getStreams'],
    ...['getSubscribers', 'getSubscriptionStatus', 'getSubscriptions', 'getTemporaryUrl', 'getTopicsOfStreams'],
    ...['getUser', 'getUserPresence', 'getUserStatus', 'getUsers', 'markAllAsRead', 'markStreamAsRead'],
    ...['markTopicAsRead', 'register', 'removeBotStorage', 'renderMessage', 'streamEvents', 'updateBotStorage'],
    ...['updateMessageFlags', 'updateMessageFlagsForNarrow'],
  ],
  writes: [
    ...[
      'addReaction',
      'addSubmessage',
      'answerCall',
      'setButtons',
      'setCommands',
      'createScheduledMessage',
      'deleteMessage',
      'deleteScheduledMessage',
    ],
    ...['removeReaction', 'sendMessage', 'setTypingStatus', 'setTypingStatusForMessageEdit', 'updateMessage'],
    ...['updateScheduledMessage', 'uploadFile'],
  ],
};

describe('a bot with a scope', () => {
  for (const use of ['reads', 'writes'] as const)
    it(`reaches by name, of all endpoints, what it ${use}`, () => {
      const found = Object.entries(endpoints).filter(([, endpoint]) => endpoint.scoped === use);

      assert.deepEqual(found.map(([id]) => id).sort(), [...reached[use]].sort());
    });

  it('is refused by every other endpoint, and nothing changes', async (t) => {
    for (const [id, endpoint] of Object.entries(endpoints)) {
      if (endpoint.scoped || endpoint.access === 'anyone') continue;
      await t.test(`${endpoint.method} ${endpoint.path}`, async (t) => {
        const server = await startServer(t);
        const call = await validCall(server, id);
        limit(server, 'anywhere');
        const before = takeSnapshot(server.db);

        const answer = await make(server, endpoint, { ...call, as: 'bot' });

        assert.deepEqual([answer.status, answer.body], [403, refusal]);
        assert.deepEqual(listChangedTables(server.db, before), []);
      });
    }
  });

  for (const id of reached.writes)
    it(`that only reads is refused by ${id}, and nothing changes`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      limit(server, 'nowhere');
      const before = takeSnapshot(server.db);

      const answer = await make(server, endpoints[id] as (typeof endpoints)[string], { ...call, as: 'bot' });

      assert.deepEqual([answer.status, answer.body], [403, refusal]);
      assert.deepEqual(listChangedTables(server.db, before), []);
    });
});

function limit({ db, users }: TestServer, writing: string): void {
  db.run('INSERT INTO bot_scopes (user_id, writing) VALUES (?, ?)', users.bot.id, writing);
}
