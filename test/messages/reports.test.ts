import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  channel_id: number;
  /** The reports as the moderator reads them: topics with the newest texts. */
  reports: () => Promise<unknown[]>;
}

/** The moderator alone is in the channel for reported messages. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const moderator = server.as('moderator');
  const channel_id = await subscribe(moderator, 'moderation', { invite_only: true });
  setRealmSetting(server.db, 'moderation_request_channel_id', channel_id);
  const page = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false };
  const reports = async () => {
    const narrow = [{ operator: 'channel', operand: channel_id }];
    const { body } = await moderator.get('/messages', { ...page, narrow });
    const messages = body.messages as { subject: string; content: string; sender_full_name: string }[];
    return messages
      .filter(({ subject }) => subject !== 'channel events')
      .map(({ sender_full_name, subject, content }) => [sender_full_name, subject, content]);
  };
  return { ...server, channel_id, reports };
}

describe('POST /messages/{message_id}/report', () => {
  it('posts a copy in the moderation channel, with the reason, what the reporter says, and a link', async (t) => {
    const { as, users, reports } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', topic: 'lunch', content: 'Buy ```now```' });

    const { body } = await as('bob').post(`/messages/${id}/report`, {
      report_type: 'spam',
      description: 'Third time.\nPlease look.',
    });

    assert.deepEqual(body, ok);
    const { alice, bob } = users;
    const content = [
      `@_**${bob.full_name}|${bob.id}** reported a message from @_**${alice.full_name}|${alice.id}** in #**general>lunch@${id}**.`,
      '**Spam**',
      '> Third time.\n> Please look.',
      'The message:',
      '````quote\nBuy ```now```\n````',
    ].join('\n\n');
    const topic = `${alice.full_name} (${alice.id}): reported messages`;
    assert.deepEqual(await reports(), [['Notification Bot', topic, content]]);
  });

  it('shows the moderators a direct message that its receiver reports, and notifies nobody it names', async (t) => {
    const { as, users, reports } = await setScene(t);
    const { bob, moderator } = users;
    const content = `@**${moderator.full_name}** @**all** give me money`;
    const id = await send(as('alice'), { type: 'direct', to: [bob.id], content });

    await as('bob').post(`/messages/${id}/report`, { report_type: 'other', description: 'A threat' });

    const [report] = (await reports()) as [string, string, string][];
    assert.match(
      String(report?.[2]),
      /reported \[a direct message\]\(.*\) from .*\*\*Other reason\*\*.*> A threat.*give me money/s,
    );
    const mentioned = await as('moderator').get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'mentioned' }],
    });
    assert.deepEqual(mentioned.body.messages, []);
  });

  it('cuts long names and long messages to what fits', async (t) => {
    const { as, users, db, reports } = await setScene(t);
    db.run('UPDATE users SET full_name = ? WHERE id = ?', 'A'.repeat(100), users.alice.id);
    const id = await send(as('alice'), { to: 'general', topic: 'lunch', content: 'x'.repeat(10_000) });

    await as('bob').post(`/messages/${id}/report`, { report_type: 'norms' });

    const [report] = (await reports()) as [string, string, string][];
    assert.deepEqual([report?.[1].length, report?.[2].length], [60, 10_000]);
    assert.match(String(report?.[2]), /x…\n```$/);
  });

  it('refuses what is unknown, unreadable or unexplained, and posts nothing', async (t) => {
    const { as, reports } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', topic: 'lunch' });
    await subscribe(as('owner'), 'board', { invite_only: true });
    const secret = await send(as('owner'), { to: 'board', topic: 'plans' });
    const refusals: [number, object, string][] = [
      [id, { report_type: 'rude' }, 'Invalid report_type'],
      [id, { report_type: 'other', description: ' ' }, 'An explanation is required.'],
      [id, { report_type: 'spam', description: 'x'.repeat(1001) }, 'description is too long (limit: 1000 characters)'],
      [secret, { report_type: 'spam' }, 'Invalid message(s)'],
    ];

    for (const [message_id, values, msg] of refusals) {
      const answer = await as('bob').post(`/messages/${message_id}/report`, values as Record<string, unknown>);
      assert.deepEqual([answer.status, answer.body], [400, badRequest(msg)]);
    }

    assert.deepEqual(await reports(), []);
  });

  it('refuses when the moderation channel is archived', async (t) => {
    const { as, channel_id } = await setScene(t);
    const id = await send(as('alice'), { to: 'general', topic: 'lunch' });
    await as('admin').patch(`/realm`, { moderation_request_channel_id: channel_id });
    await as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'moderation' }] });
    await as('moderator').delete(`/streams/${channel_id}`);

    const { status, body } = await as('bob').post(`/messages/${id}/report`, { report_type: 'spam' });

    const msg = 'Moderation request channel must be specified to enable message reporting.';
    assert.deepEqual([status, body], [400, badRequest(msg)]);
  });
});
