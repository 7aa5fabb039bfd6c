import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Client, Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const loud = new Set(['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned']);

/** The newest message that somebody has, its HTML and the flags that notify. */
async function newest(client: Client, narrow: Values[] = []): Promise<{ html: string; notifies: string[] }> {
  const { body } = await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
  const { content, flags } = body.messages.at(-1);
  return { html: content, notifies: flags.filter((flag: string) => loud.has(flag)) };
}

describe('a notice about something with a name', () => {
  it('mentions nobody whom the name of a channel would mention', async (t) => {
    const { as, db } = await startServer(t);
    setRealmSetting(db, 'new_stream_announcements_stream_id', 1);
    const name = 'x** @**all';
    const subscriptions = [{ name }];
    await as('alice').post('/users/me/subscriptions', { subscriptions, announce: true });
    await as('alice').post('/users/me/subscriptions', { subscriptions, principals: ['bob@example.com'] });

    const announced = await newest(as('owner'), [{ operator: 'channel', operand: 1 }]);
    const told = await newest(as('bob'), [{ operator: 'is', operand: 'dm' }]);

    const link = /<a href="\/#narrow\/channel\/\d+-x\.2A\.2A-\.40\.2A\.2Aall">#x∗∗ @∗∗all<\/a>/;
    for (const { html, notifies } of [announced, told]) {
      assert.match(html, link);
      assert.deepEqual(notifies, []);
    }
  });

  it('mentions nobody by the new name of a channel, and links nowhere', async (t) => {
    const { as } = await startServer(t);
    const stream_id = await subscribe(as('alice'), 'den');
    await as('alice').patch(`/streams/${stream_id}`, { new_name: 'y** @**Olive Owner** [c](http://x.example)' });

    const { html, notifies } = await newest(as('alice'), [{ operator: 'channel', operand: stream_id }]);

    assert.match(
      html,
      /to <strong>y∗∗ @∗∗Olive Owner∗∗ \[c\]\u2060\(<a href="http:\/\/x\.example">http:\/\/x\.example<\/a>\)<\/strong>\.<\/p>$/,
    );
    assert.deepEqual(notifies, []);
  });

  it('leads to a topic whatever it is called', async (t) => {
    const { as } = await startServer(t);
    const id = await send(as('alice'), { to: 'general', topic: 'plain', content: 'Soup' });
    const found = [];
    for (const topic of ['x** @**all', 'y** #**den', 'up to @12']) {
      await as('alice').patch(`/messages/${id}`, { topic, send_notification_to_old_thread: true });
      found.push(await newest(as('bob'), [{ operator: 'channel', operand: 1 }]));
    }

    assert.deepEqual(
      found.map(({ html }) => html.replace(/^.* to (?=<a)/s, '')),
      [
        '<a href="/#narrow/channel/1-general/topic/x.2A.2A.20.40.2A.2Aall">#general &gt; x∗∗ @∗∗all</a>.</p>',
        '<a href="/#narrow/channel/1-general/topic/y.2A.2A.20.23.2A.2Aden">#general &gt; y∗∗ #∗∗den</a>.</p>',
        '<a href="/#narrow/channel/1-general/topic/up.20to.20.4012">#general &gt; up to @12</a>.</p>',
      ],
    );
    assert.deepEqual(
      found.map(({ notifies }) => notifies),
      [[], [], []],
    );
  });

  it('mentions nobody whom the name of a group would mention', async (t) => {
    const { as, users } = await startServer(t);
    const values = { name: 'q* @**all** *', description: '', members: [] };
    const { body } = await as('owner').post('/user_groups/create', values);
    await as('owner').post(`/user_groups/${body.group_id}/members`, { add: [users.bob.id] });

    const { html, notifies } = await newest(as('bob'), [{ operator: 'is', operand: 'dm' }]);

    assert.match(html, /added you to the group @q∗ @∗∗all∗∗ ∗\.<\/p>$/);
    assert.deepEqual(notifies, []);
  });

  it('tells nobody which channels there are', async (t) => {
    const { as } = await startServer(t);
    const subscriptions = [{ name: 'den', description: 'Like #**lair** and #**cave**' }];
    await subscribe(as('owner'), 'lair', { invite_only: true });
    await as('alice').post('/users/me/subscriptions', { subscriptions });
    const { body } = await as('alice').get('/get_stream_id', { stream: 'den' });
    const { html } = await newest(as('alice'), [{ operator: 'channel', operand: body.stream_id }]);

    assert.match(html, /Like #<strong>lair<\/strong> and #<strong>cave<\/strong>/);
  });
});
