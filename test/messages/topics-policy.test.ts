import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { TopicsPolicy } from '../../src/conversations/channel-properties.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

type RealmPolicy = 'allow_empty_topic' | 'disable_empty_topic';

const display = { empty_topic_display_name: 'general chat' };
const emptyRefused = badRequest('Sending messages to the general chat is not allowed in this channel.', display);
const namedRefused = badRequest('Only the general chat topic is allowed in this channel.', display);
const saved = { result: 'success', msg: '', detached_uploads: [] };
const quietly = { send_notification_to_new_thread: false };

interface Scene extends TestServer {
  lab: number;
  /** Messages of alice: in a topic of the lab and in its empty topic, and the same in the attic, where all is allowed. */
  named: number;
  empty: number;
  atticNamed: number;
  atticEmpty: number;
  send: (topic: string) => Promise<Values>;
  edit: (id: number, values: Values) => Promise<Values>;
  /** Topics of the lab, newest first. */
  topics: () => Promise<string[]>;
}

async function setScene(t: TestContext, own: TopicsPolicy, realm: RealmPolicy): Promise<Scene> {
  const server = await startServer(t);
  const { as, db } = server;
  const alice = as('alice');
  // Nothing but what people write counts here.
  setRealmSetting(db, 'send_channel_events_messages', false);
  const lab = await subscribe(alice, 'lab');
  const attic = await subscribe(alice, 'attic');
  // What policies forbid now was written before they did.
  const scene = {
    ...server,
    lab,
    named: await send(alice, { to: 'lab', topic: 'plans' }),
    empty: await send(alice, { to: 'lab', topic: '' }),
    atticNamed: await send(alice, { to: 'attic', topic: 'ideas' }),
    atticEmpty: await send(alice, { to: 'attic', topic: '' }),
    send: async (topic: string) =>
      (await alice.post('/messages', { type: 'channel', to: 'lab', topic, content: 'new' })).body,
    edit: async (id: number, values: Values) =>
      (await alice.patch(`/messages/${id}`, { ...('content' in values ? {} : quietly), ...values })).body,
    async topics() {
      const { body } = await alice.get(`/users/me/${lab}/topics`, { allow_empty_topic_name: true });
      return body.topics.map(({ name }: { name: string }) => name);
    },
  };
  setRealmSetting(db, 'topics_policy', realm);
  db.run('UPDATE channels SET topics_policy = ? WHERE id = ?', own, lab);
  db.run("UPDATE channels SET topics_policy = 'allow_empty_topic' WHERE id = ?", attic);
  return scene;
}

// The channel's policy, the organization's, and what they make of the empty topic and of any other.
const table: [TopicsPolicy, RealmPolicy, object | undefined, object | undefined][] = [
  ['inherit', 'allow_empty_topic', undefined, undefined],
  ['inherit', 'disable_empty_topic', emptyRefused, undefined],
  ['allow_empty_topic', 'allow_empty_topic', undefined, undefined],
  ['allow_empty_topic', 'disable_empty_topic', undefined, undefined],
  ['disable_empty_topic', 'allow_empty_topic', emptyRefused, undefined],
  ['disable_empty_topic', 'disable_empty_topic', emptyRefused, undefined],
  ['empty_topic_only', 'allow_empty_topic', undefined, namedRefused],
  ['empty_topic_only', 'disable_empty_topic', undefined, namedRefused],
];
for (const [own, realm, refusesEmpty, refusesNamed] of table) {
  describe(`the topics policy ${own} in an organization with ${realm}`, () => {
    const emptyNames = ['', '  ', '(no topic)', 'general chat'];

    it(`${refusesEmpty ? 'refuses' : 'takes'} messages in the empty topic, whatever it is called`, async (t) => {
      const scene = await setScene(t, own, realm);
      const before = await scene.topics();
      const ears = await listen(scene, ['alice'], { event_types: ['message'] });

      for (const topic of emptyNames) {
        const { id: _, ...answer } = await scene.send(topic);
        assert.deepEqual(answer, refusesEmpty ?? { result: 'success', msg: '' });
      }

      assert.deepEqual(await scene.topics(), before);
      assert.equal((await ears.heard()).alice?.length ?? 0, refusesEmpty ? 0 : emptyNames.length);
    });

    it(`${refusesNamed ? 'refuses' : 'takes'} messages in other topics, old and new`, async (t) => {
      const scene = await setScene(t, own, realm);
      const ears = await listen(scene, ['alice'], { event_types: ['message'] });
      const names = ['plans', 'news', 'general chats', '✔ plans'];

      for (const topic of names) {
        const { id: _, automatic_new_visibility_policy: __, ...answer } = await scene.send(topic);
        assert.deepEqual(answer, refusesNamed ?? { result: 'success', msg: '' });
      }

      const known = ['', 'plans'];
      const expected = refusesNamed ? known : ['✔ plans', 'general chats', 'news', 'plans', ''];
      assert.deepEqual(await scene.topics(), expected);
      assert.equal((await ears.heard()).alice?.length ?? 0, refusesNamed ? 0 : names.length);
    });

    it(`${refusesEmpty ? 'refuses' : 'lets'} messages ${refusesEmpty ? '' : 'be '}moved to the empty topic`, async (t) => {
      // Where topics are named, no name may say that there is none.
      for (const topic of refusesEmpty ? emptyNames : ['', '  ', 'general chat']) {
        const scene = await setScene(t, own, realm);
        const ears = await listen(scene, ['alice'], { event_types: ['update_message'] });
        const moves: [number, Values][] = [
          [scene.named, { topic }],
          [scene.atticNamed, { topic, stream_id: scene.lab }],
          [scene.atticEmpty, { stream_id: scene.lab }],
        ];

        for (const [id, values] of moves) assert.deepEqual(await scene.edit(id, values), refusesEmpty ?? saved);

        assert.deepEqual(await scene.topics(), refusesEmpty ? ['', 'plans'] : ['']);
        assert.equal((await ears.heard()).alice?.length ?? 0, refusesEmpty ? 0 : moves.length);
      }
    });

    it(`${refusesNamed ? 'refuses' : 'lets'} messages ${refusesNamed ? '' : 'be '}moved to other topics`, async (t) => {
      const scene = await setScene(t, own, realm);
      const ears = await listen(scene, ['alice'], { event_types: ['update_message'] });
      const moves: [number, Values][] = [
        [scene.named, { topic: '✔ plans', propagate_mode: 'change_all' }],
        [scene.empty, { topic: 'news' }],
        [scene.atticNamed, { stream_id: scene.lab }],
        [scene.atticEmpty, { topic: 'roof', stream_id: scene.lab }],
      ];

      for (const [id, values] of moves) assert.deepEqual(await scene.edit(id, values), refusesNamed ?? saved);

      const after = refusesNamed ? ['', 'plans'] : ['ideas', 'news', 'roof', '✔ plans'];
      assert.deepEqual((await scene.topics()).sort(), after);
      assert.equal((await ears.heard()).alice?.length ?? 0, refusesNamed ? 0 : moves.length);
    });

    it('lets messages be moved away, whatever their topic', async (t) => {
      const scene = await setScene(t, own, realm);
      const { body } = await scene.as('alice').get('/get_stream_id', { stream: 'attic' });

      assert.deepEqual(await scene.edit(scene.named, { stream_id: body.stream_id }), saved);
      assert.deepEqual(await scene.edit(scene.empty, { stream_id: body.stream_id }), saved);

      assert.deepEqual(await scene.topics(), []);
    });

    it(`lets text be edited${refusesNamed ? ' in the empty topic alone' : ', also where none is written now'}`, async (t) => {
      const scene = await setScene(t, own, realm);
      const change = { content: 'changed' };

      assert.deepEqual(await scene.edit(scene.named, change), refusesNamed ?? saved);
      assert.deepEqual(await scene.edit(scene.empty, change), saved);

      const contents = await Promise.all(
        [scene.named, scene.empty].map(async (id) => {
          const { body } = await scene.as('alice').get(`/messages/${id}`, { apply_markdown: false });
          return body.message.content;
        }),
      );
      assert.deepEqual(contents, [refusesNamed ? 'hello' : 'changed', 'changed']);
    });
  });
}

describe('the topics policy empty_topic_only', () => {
  it('lets text be edited together with a move to the empty topic', async (t) => {
    const { edit, named, topics } = await setScene(t, 'empty_topic_only', 'allow_empty_topic');

    assert.deepEqual(await edit(named, { content: 'changed', topic: '' }), saved);

    assert.deepEqual(await topics(), ['']);
  });

  it('has what the server itself says in the empty topic', async (t) => {
    const scene = await setScene(t, 'empty_topic_only', 'allow_empty_topic');

    const move = { stream_id: scene.lab, topic: '', send_notification_to_new_thread: true };
    assert.deepEqual(await scene.edit(scene.atticNamed, move), saved);

    assert.deepEqual(await scene.topics(), ['', 'plans']);
    const values = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['channel', 'lab']] };
    const [newest] = (await scene.as('alice').get('/messages', { ...values, allow_empty_topic_name: true })).body
      .messages;
    assert.deepEqual([newest.sender_full_name, newest.subject], ['Notification Bot', '']);
  });
});

describe('the topics policies of an organization and its channels', () => {
  it('are what clients get, the older name of the one for organizations included', async (t) => {
    const scene = await setScene(t, 'empty_topic_only', 'disable_empty_topic');

    const { body } = await scene.as('alice').post('/register', { fetch_event_types: ['realm', 'subscription'] });

    const { realm_topics_policy, realm_mandatory_topics, realm_empty_topic_display_name } = body;
    assert.deepEqual(
      { realm_topics_policy, realm_mandatory_topics, realm_empty_topic_display_name },
      {
        realm_topics_policy: 'disable_empty_topic',
        realm_mandatory_topics: true,
        realm_empty_topic_display_name: 'general chat',
      },
    );
    const policies = body.subscriptions.map(({ name, topics_policy }: Values) => [name, topics_policy]);
    assert.deepEqual(policies, [
      ['attic', 'allow_empty_topic'],
      ['general', 'inherit'],
      ['lab', 'empty_topic_only'],
    ]);
  });
});
