import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest'] as const;
const quietly = { event_types: ['stream', 'subscription', 'default_streams'] };
const refused = badRequest('You do not have permission to administer this channel.');

interface Scene extends TestServer {
  /** Alice's channel. */
  id: number;
  edit: (name: CastName, values: Values) => Promise<Values>;
  record: () => Promise<Values>;
  /** What the notification bot said in the channel last, without the name of who did it. */
  notice: () => string | undefined;
}

async function setScene(t: TestContext, values: Values = {}): Promise<Scene> {
  const server = await startServer(t);
  const id = await subscribe(server.as('alice'), 'kitchen', values);
  return {
    ...server,
    id,
    edit: async (name, changes) => (await server.as(name).patch(`/streams/${id}`, changes)).body,
    record: async () => {
      const { body } = await server.as('alice').get('/streams', { exclude_archived: false });
      return body.streams.find((one: Values) => one.stream_id === id);
    },
    notice: () =>
      server.db
        .value<string>('SELECT content FROM messages WHERE channel_id = ? ORDER BY id DESC LIMIT 1', id)
        ?.replace(/^@_\*\*[^*]*\*\* /, ''),
  };
}

function enableWebPublic({ db }: TestServer): void {
  setRealmSetting(db, 'enable_spectator_access', true);
}

describe('PATCH /streams/{stream_id}', () => {
  it('changes one thing at a time, says so in the channel, and tells everyone who may know', async (t) => {
    const scene = await setScene(t);
    const { db, users } = scene;
    const folder_id = db.run(
      `INSERT INTO channel_folders (name, name_key, position, created_at) VALUES ('Rooms', 'rooms', 1, 0)`,
    ).id;
    const nobody = systemGroupId(db, 'role:nobody');
    const moderators = systemGroupId(db, 'role:moderators');
    const few = { direct_members: [users.bob.id], direct_subgroups: [moderators] };
    const cases: [CastName, Values, Values, Values[], string][] = [
      [
        'alice',
        { new_name: ' Küche ' },
        { name: 'Küche' },
        [{ property: 'name', value: 'Küche', name: 'kitchen' }],
        'renamed this channel from **kitchen** to **Küche**.',
      ],
      ['alice', { new_name: 'küche' }, { name: 'küche' }, [{ property: 'name', value: 'küche', name: 'Küche' }], ''],
      [
        'alice',
        { description: 'All *warm*\nthings' },
        { description: 'All *warm* things', rendered_description: '<p>All <em>warm</em> things</p>' },
        [
          {
            property: 'description',
            value: 'All *warm* things',
            rendered_description: '<p>All <em>warm</em> things</p>',
          },
        ],
        'changed the description of this channel.\n\nBefore:\n\n*No description.*\n\nNow:\n\n> All *warm* things',
      ],
      [
        'owner',
        { message_retention_days: 1 },
        { message_retention_days: 1 },
        [{ property: 'message_retention_days', value: 1 }],
        'changed how long messages are kept here from **as long as everywhere in this organization** to **for a day**.',
      ],
      [
        'owner',
        { message_retention_days: 'unlimited' },
        { message_retention_days: -1 },
        [{ property: 'message_retention_days', value: -1 }],
        'changed how long messages are kept here from **for a day** to **forever**.',
      ],
      [
        'alice',
        { topics_policy: 'disable_empty_topic' },
        { topics_policy: 'disable_empty_topic' },
        [{ property: 'topics_policy', value: 'disable_empty_topic' }],
        'changed which topics this channel has: from the topics that the organization allows to named topics only.',
      ],
      [
        'alice',
        { folder_id },
        { folder_id },
        [{ property: 'folder_id', value: folder_id }],
        'changed the folder of this channel from **none** to **Rooms**.',
      ],
      [
        'alice',
        { folder_id: null },
        { folder_id: null },
        [{ property: 'folder_id', value: null }],
        'changed the folder of this channel from **Rooms** to **none**.',
      ],
      [
        'alice',
        { can_resolve_topics_group: { new: few, old: nobody } },
        { can_resolve_topics_group: few },
        [{ property: 'can_resolve_topics_group', value: few }],
        `changed who may resolve topics here: from Nobody to Moderators, administrators and owners, @_**Bob Member|${users.bob.id}**.`,
      ],
      [
        'alice',
        { can_send_message_group: { new: moderators } },
        { can_send_message_group: moderators, stream_post_policy: 4 },
        [
          { property: 'can_send_message_group', value: moderators },
          { property: 'stream_post_policy', value: 4 },
          { property: 'is_announcement_only', value: false },
        ],
        'changed who may post messages here: from Everyone in this organization, guests included to Moderators, administrators and owners.',
      ],
    ];
    const ears = await listen(scene, everyone, quietly);

    for (const [name, values, changes, events, notice] of cases) {
      const before = await scene.record();
      assert.deepEqual(await scene.edit(name, values), ok);
      const { first_message_id: _, is_recently_active: __, ...after } = await scene.record();
      const { first_message_id: ___, is_recently_active: ____, ...expected } = { ...before, ...changes };
      assert.deepEqual(after, expected);
      const heard = events.map((one) => ({
        type: 'stream',
        op: 'update',
        stream_id: scene.id,
        name: before.name,
        ...one,
      }));
      const all = Object.fromEntries(everyone.filter((one) => one !== 'guest').map((one) => [one, heard]));
      assert.deepEqual(await ears.heard(), all);
      if (notice !== '') assert.equal(scene.notice(), notice);
    }
  });

  it('shows the new name wherever the channel is named', async (t) => {
    const scene = await setScene(t);
    const message_id = await send(scene.as('alice'), { to: 'kitchen' });
    const nameIn = async () => (await scene.as('alice').get(`/messages/${message_id}`)).body.message.display_recipient;

    const before = await nameIn();
    await scene.edit('alice', { new_name: 'cellar' });
    const after = await nameIn();

    assert.deepEqual([before, after], ['kitchen', 'cellar']);
    assert.deepEqual(
      (await scene.as('bob').get('/get_stream_id', { stream: 'kitchen' })).body,
      badRequest("Invalid channel name 'kitchen'"),
    );
  });

  it('does nothing for what is so already', async (t) => {
    const scene = await setScene(t);
    await scene.edit('alice', { description: 'Warm' });
    const before = scene.db.value<number>('SELECT count(*) FROM messages');
    const ears = await listen(scene, everyone);
    const { can_send_message_group, can_administer_channel_group } = await scene.record();

    const answer = await scene.edit('alice', {
      description: 'Warm',
      is_private: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      is_default_stream: false,
      message_retention_days: 'realm_default',
      topics_policy: 'inherit',
      folder_id: null,
      can_send_message_group: { new: can_send_message_group },
      can_administer_channel_group: { new: can_administer_channel_group, old: can_administer_channel_group },
    });

    assert.deepEqual(answer, ok);
    assert.deepEqual(await ears.heard(), {});
    assert.equal(scene.db.value<number>('SELECT count(*) FROM messages'), before);
  });

  it('is for administrators and those whom the channel names, never for guests', async (t) => {
    const scene = await setScene(t);
    const { users } = scene;
    const can_administer_channel_group = {
      new: { direct_members: [users.bob.id, users.guest.id], direct_subgroups: [] },
    };
    await subscribe(scene.as('alice'), 'kitchen', { principals: [users.guest.id] });
    await scene.edit('alice', { can_administer_channel_group });
    const outcome = async (name: CastName) => scene.edit(name, { description: `By ${name}` });

    assert.deepEqual(await outcome('owner'), ok);
    assert.deepEqual(await outcome('admin'), ok);
    assert.deepEqual(await outcome('bob'), ok);
    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) assert.deepEqual(await outcome(name), refused);
    assert.equal((await scene.record()).description, 'By bob');
  });

  it('answers for what one may not see as for what is not there', async (t) => {
    const scene = await setScene(t, { invite_only: true });

    for (const id of [scene.id, 4711]) {
      const { status, body } = await scene.as('bob').patch(`/streams/${id}`, { new_name: 'mine' });
      assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')]);
    }
  });

  it('lets administrators edit a private channel they are not in, but not open it to themselves', async (t) => {
    const scene = await setScene(t, { invite_only: true });
    const group = { new: { direct_members: [scene.users.admin.id], direct_subgroups: [] } };
    const needed = badRequest('Channel content access is required.');

    assert.deepEqual(await scene.edit('admin', { new_name: 'cellar' }), ok);
    assert.deepEqual(await scene.edit('admin', { can_administer_channel_group: group }), ok);
    assert.deepEqual(await scene.edit('admin', { is_private: false }), needed);
    assert.deepEqual(await scene.edit('admin', { history_public_to_subscribers: true }), needed);
    assert.deepEqual(await scene.edit('admin', { can_subscribe_group: group }), needed);
    assert.deepEqual(await scene.edit('admin', { can_add_subscribers_group: group }), needed);
  });

  it('keeps single settings to those whom the organization lets choose them', async (t) => {
    const scene = await setScene(t);
    const { db } = scene;
    const moderators = systemGroupId(db, 'role:moderators');
    db.transaction(() => setRealmSetting(db, 'can_set_topics_policy_group', moderators));
    const denied = badRequest('Insufficient permission');
    const cases: [Values, object][] = [
      [{ topics_policy: 'allow_empty_topic' }, denied],
      [{ can_delete_any_message_group: { new: moderators } }, denied],
      [{ can_delete_own_message_group: { new: moderators } }, denied],
      [{ message_retention_days: 30 }, badRequest('Must be an organization owner')],
      [{ is_default_stream: true }, badRequest('You do not have permission to change default channels.')],
      [{ is_web_public: true }, badRequest('Web-public channels are not enabled.')],
    ];

    for (const [values, expected] of cases) assert.deepEqual(await scene.edit('alice', values), expected);

    enableWebPublic(scene);
    assert.deepEqual(await scene.edit('alice', { is_web_public: true }), denied);
    assert.deepEqual(await scene.edit('admin', { is_web_public: true }), denied);
    assert.deepEqual(await scene.edit('owner', { is_web_public: true }), ok);
  });

  it('changes nothing at all when one of several changes is refused', async (t) => {
    const scene = await setScene(t);
    const before = await scene.record();
    const ears = await listen(scene, everyone);

    const answer = await scene.edit('alice', { new_name: 'cellar', description: 'Cold', message_retention_days: 3 });

    assert.deepEqual(answer, badRequest('Must be an organization owner'));
    assert.deepEqual(await scene.record(), before);
    assert.deepEqual(await ears.heard(), {});
  });

  it('lets several changes be right together that would be wrong one by one', async (t) => {
    const scene = await setScene(t);
    await scene.edit('admin', { is_default_stream: true });

    const answer = await scene.edit('admin', { is_private: true, is_default_stream: false });

    assert.deepEqual(answer, ok);
  });

  it('deletes the nameless group that another one replaces, and keeps no row for a default', async (t) => {
    const scene = await setScene(t);
    const { db } = scene;
    const count = () => [
      db.value<number>('SELECT count(*) FROM groups WHERE name IS NULL'),
      db.value<number>('SELECT count(*) FROM channel_permissions WHERE channel_id = ?', scene.id),
    ];
    const before = count();

    await scene.edit('admin', { can_administer_channel_group: { new: systemGroupId(db, 'role:moderators') } });
    const replaced = count();
    await scene.edit('admin', { can_administer_channel_group: { new: systemGroupId(db, 'role:nobody') } });
    const removed = count();

    assert.deepEqual(
      [before, replaced, removed],
      [
        [1, 1],
        [0, 1],
        [0, 0],
      ],
    );
  });

  it('allows only the empty topic once there is no other, and says so there', async (t) => {
    const scene = await setScene(t);
    const { db, id } = scene;
    const values = { topics_policy: 'empty_topic_only' };

    const early = await scene.edit('alice', values);
    db.run('DELETE FROM messages WHERE channel_id = ?', id);
    db.run('UPDATE conversations SET max_message_id = NULL WHERE channel_id = ?', id);
    const late = await scene.edit('alice', values);

    assert.equal(
      early.msg,
      'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
    );
    assert.deepEqual(late, ok);
    const topics = db.values('SELECT topic FROM conversations WHERE channel_id = ? AND max_message_id IS NOT NULL', id);
    assert.deepEqual(topics, ['']);
  });

  it('says nothing in the channel where the organization does not want that', async (t) => {
    const scene = await setScene(t);
    setRealmSetting(scene.db, 'send_channel_events_messages', false);
    const before = scene.notice();

    await scene.edit('alice', { new_name: 'cellar', description: 'Cold', is_private: true });

    assert.equal(scene.notice(), before);
  });
});

describe("a channel's privacy", () => {
  const privacy = ['invite_only', 'is_web_public', 'history_public_to_subscribers'] as const;

  async function privacyOf(scene: Scene): Promise<unknown[]> {
    const record = await scene.record();
    return privacy.map((name) => record[name]);
  }

  it('follows what is asked for, and says how it was and is', async (t) => {
    const scene = await setScene(t);
    enableWebPublic(scene);
    await scene.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
    const cases: [Values, unknown[], string][] = [
      [{ is_web_public: true }, [false, true, true], 'from **public** to **web-public**'],
      [
        { is_private: true, is_web_public: false },
        [true, false, false],
        'from **web-public** to **private, with protected history**',
      ],
      [
        { history_public_to_subscribers: true },
        [true, false, true],
        'from **private, with protected history** to **private, with shared history**',
      ],
      [
        { is_private: true, history_public_to_subscribers: false },
        [true, false, false],
        'from **private, with shared history** to **private, with protected history**',
      ],
      [{ is_private: false }, [false, false, true], 'from **private, with protected history** to **public**'],
      [
        { is_private: true, history_public_to_subscribers: true },
        [true, false, true],
        'from **public** to **private, with shared history**',
      ],
      [
        { is_private: false, is_web_public: true },
        [false, true, true],
        'from **private, with shared history** to **web-public**',
      ],
      [{ is_web_public: false }, [false, false, true], 'from **web-public** to **public**'],
    ];

    for (const [values, expected, notice] of cases) {
      assert.deepEqual(await scene.edit('owner', values), ok);
      assert.deepEqual(await privacyOf(scene), expected);
      assert.equal(scene.notice(), `changed this channel ${notice}.`);
    }
  });

  it('is refused where its parts contradict each other', async (t) => {
    const scene = await setScene(t);
    enableWebPublic(scene);
    const invalid = badRequest('Invalid parameters');

    assert.deepEqual(await scene.edit('owner', { is_private: true, is_web_public: true }), invalid);
    assert.deepEqual(await scene.edit('owner', { history_public_to_subscribers: false }), invalid);
    assert.deepEqual(await scene.edit('owner', { is_web_public: true, history_public_to_subscribers: false }), invalid);
    assert.deepEqual(await privacyOf(scene), [false, false, true]);
  });

  it('stays open to the web until that is taken back', async (t) => {
    const scene = await setScene(t);
    enableWebPublic(scene);
    await scene.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
    await scene.edit('owner', { is_web_public: true });
    const wrong = [
      { is_private: true },
      { is_private: true, history_public_to_subscribers: true },
      { is_private: true, is_default_stream: false },
    ];

    for (const values of wrong) assert.deepEqual(await scene.edit('owner', values), badRequest('Invalid parameters'));
    assert.deepEqual(await privacyOf(scene), [false, true, true]);
    assert.deepEqual(await scene.edit('owner', { is_private: true, is_web_public: false }), ok);
    assert.deepEqual(await privacyOf(scene), [true, false, false]);
  });

  it('when closed takes the channel from those who are not in it, and tells the others', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, everyone, quietly);

    await scene.edit('alice', { is_private: true });

    const update = {
      type: 'stream',
      op: 'update',
      stream_id: scene.id,
      name: 'kitchen',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    };
    const gone = { type: 'stream', op: 'delete', stream_ids: [scene.id], streams: [{ stream_id: scene.id }] };
    assert.deepEqual(await ears.heard(), {
      owner: [update],
      admin: [update],
      moderator: [gone],
      alice: [update],
      bob: [gone],
    });
    assert.deepEqual((await scene.as('bob').get(`/streams/${scene.id}`)).body, badRequest('Invalid channel ID'));
  });

  it('when opened gives the channel and its subscribers to those who did not know of it', async (t) => {
    const scene = await setScene(t, { invite_only: true });
    enableWebPublic(scene);
    await subscribe(scene.as('alice'), 'kitchen', { principals: [scene.users.owner.id] });
    const ears = await listen(scene, everyone, quietly);
    const [alice, owner] = [scene.users.alice.id, scene.users.owner.id];

    await scene.edit('alice', { is_private: false });
    const opened = await ears.gist();
    await scene.edit('owner', { is_web_public: true });
    const toAll = await ears.gist();

    const update = ['stream update: invite_only'];
    const news = ['stream create: kitchen', `subscription peer_add: users ${owner},${alice} in ${scene.id}`];
    assert.deepEqual(opened, { owner: update, admin: update, moderator: news, alice: update, bob: news });
    assert.deepEqual(toAll, {
      owner: update,
      admin: update,
      moderator: update,
      alice: update,
      bob: update,
      guest: news,
    });
  });

  it('opens what was written before to everyone, and closes it again', async (t) => {
    const scene = await setScene(t, { invite_only: true });
    const id = await send(scene.as('alice'), { to: 'kitchen', content: 'secret recipe' });
    const statusFor = async (name: CastName) => (await scene.as(name).get(`/messages/${id}`)).status;

    const before = await statusFor('bob');
    await scene.edit('alice', { is_private: false });
    const open = await statusFor('bob');
    await scene.edit('alice', { is_private: true });
    const closed = await statusFor('bob');

    assert.deepEqual([before, open, closed], [400, 200, 400]);
  });
});

describe('permissions that open a private channel', () => {
  it('give it to whom they name, and take it away again', async (t) => {
    const scene = await setScene(t, { invite_only: true });
    const { users, id } = scene;
    const ears = await listen(scene, ['admin', 'alice', 'bob', 'guest'], quietly);
    const only = (...direct_members: number[]) => ({ new: { direct_members, direct_subgroups: [] } });

    for (const name of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
      await scene.edit('alice', { [name]: only(users.alice.id, users.bob.id, users.guest.id) });
      const given = await ears.gist();
      await scene.edit('alice', { [name]: only(users.alice.id) });
      const taken = await ears.gist();

      const update = [`stream update: ${name}`];
      const news = ['stream create: kitchen', `subscription peer_add: users ${users.alice.id} in ${id}`];
      assert.deepEqual(given, { admin: update, alice: update, bob: news });
      assert.deepEqual(taken, { admin: update, alice: update, bob: [`stream delete: ${id}`] });
    }
  });
});

describe('DELETE /streams/{stream_id}', () => {
  const modern = { ...quietly, client_capabilities: { notification_settings_null: true, archived_channels: true } };

  it('archives: to clients that know of archives by an update, to others as if it were gone', async (t) => {
    const scene = await setScene(t);
    const { id } = scene;
    const [knowing, others] = [await listen(scene, everyone, modern), await listen(scene, everyone, quietly)];

    const { body } = await scene.as('alice').delete(`/streams/${id}`);

    assert.deepEqual(body, ok);
    assert.equal((await scene.record()).is_archived, true);
    assert.equal(scene.notice(), 'archived this channel.');
    const members = everyone.filter((name) => name !== 'guest');
    const update = {
      type: 'stream',
      op: 'update',
      stream_id: id,
      name: 'kitchen',
      property: 'is_archived',
      value: true,
    };
    const gone = { type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] };
    assert.deepEqual(await knowing.heard(), Object.fromEntries(members.map((name) => [name, [update]])));
    assert.deepEqual(await others.heard(), Object.fromEntries(members.map((name) => [name, [gone]])));
  });

  it('is undone by an edit: others get the channel and their subscriptions again', async (t) => {
    const scene = await setScene(t);
    await scene.as('alice').delete(`/streams/${scene.id}`);
    const names = ['alice', 'bob'] as const;
    const [knowing, others] = [await listen(scene, names, modern), await listen(scene, names, quietly)];

    const body = await scene.edit('alice', { is_archived: false });

    assert.deepEqual(body, ok);
    assert.equal((await scene.record()).is_archived, false);
    assert.equal(scene.notice(), 'unarchived this channel.');
    const update = ['stream update: is_archived'];
    assert.deepEqual(await knowing.gist(), { alice: update, bob: update });
    assert.deepEqual(await others.gist(), {
      alice: ['stream create: kitchen', 'subscription add: kitchen'],
      bob: ['stream create: kitchen'],
    });
  });

  it('reads the channel for all who follow it, and tells each what they had not read', async (t) => {
    const scene = await setScene(t);
    const { as, users } = scene;
    const [first, second] = [await send(as('bob'), { to: 'kitchen' }), await send(as('bob'), { to: 'kitchen' })];
    await subscribe(as('alice'), 'kitchen', { principals: [users.bob.id, users.guest.id, users.owner.id] });
    const third = await send(as('bob'), { to: 'kitchen', topic: 'dinner' });
    const elsewhere = await send(as('bob'), { to: 'general' });
    const mark = (name: CastName, ids: number[]) =>
      as(name).post('/messages/flags', { messages: ids, op: 'add', flag: 'read' });
    // The first message of all tells that there is a channel.
    await mark('alice', [1, second]);
    await mark('bob', [third]);
    const listening = { event_types: ['message', 'update_message_flags'] };
    const ears = await listen(scene, ['alice', 'bob', 'guest', 'moderator'], listening);

    await as('alice').delete(`/streams/${scene.id}`);

    const heard = Object.entries(await ears.heard());
    const told = heard.map(([name, events]) => [
      name,
      events.map(({ type, flags, messages }) => [type, flags ?? messages]),
    ]);
    const notice = ['message', ['read']];
    const read = (...ids: number[]) => ['update_message_flags', ids];
    assert.deepEqual(Object.fromEntries(told), {
      alice: [notice, read(first, third)],
      bob: [notice],
      guest: [notice, read(third)],
    });
    for (const name of ['alice', 'bob', 'guest', 'owner'] as const) {
      const { body } = await as(name).post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
      assert.deepEqual(
        body.unread_msgs.streams.flatMap((one: Values) => one.unread_message_ids),
        [elsewhere],
        name,
      );
    }
  });

  it('archives by an edit, too; what is archived, or not, cannot become so again', async (t) => {
    const scene = await setScene(t);

    await scene.edit('alice', { is_archived: true });
    const ears = await listen(scene, everyone, modern);
    const again = await scene.edit('alice', { is_archived: true });
    const { body } = await scene.as('alice').delete(`/streams/${scene.id}`);

    const already = badRequest('Channel is already deactivated');
    assert.deepEqual([again, body], [already, already]);
    assert.equal((await scene.record()).is_archived, true);
    assert.deepEqual(await ears.heard(), {});
    await scene.edit('alice', { is_archived: false });
    const open = await scene.edit('alice', { description: 'New', is_archived: false });
    assert.deepEqual(open, badRequest('Channel is not currently deactivated'));
    assert.equal((await scene.record()).description, '');
  });

  it('leaves no channel to get by its id', async (t) => {
    const { as, id } = await setScene(t);
    await as('alice').delete(`/streams/${id}`);

    const { status, body } = await as('alice').get(`/streams/${id}`);

    assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')]);
  });

  it('is for those who administer the channel', async (t) => {
    const scene = await setScene(t);
    const outcome = async (name: CastName) => (await scene.as(name).delete(`/streams/${scene.id}`)).body;

    for (const name of ['moderator', 'bob', 'bot'] as const) assert.deepEqual(await outcome(name), refused);
    assert.deepEqual(await outcome('guest'), badRequest('Invalid channel ID'));
    assert.equal((await scene.record()).is_archived, false);
    assert.deepEqual(await outcome('admin'), ok);
  });

  it('leaves messages to be read and takes no new ones', async (t) => {
    const scene = await setScene(t);
    const { as, id } = scene;
    const message_id = await send(as('alice'), { to: 'kitchen' });
    await as('alice').delete(`/streams/${id}`);

    const message = { type: 'channel', to: id, topic: 'lunch', content: 'Too late' };
    const { body } = await as('alice').post('/messages', message);
    const read = await as('bob').get(`/messages/${message_id}`);

    assert.deepEqual(body, badRequest("Not authorized to send to channel 'kitchen'"));
    assert.equal(read.status, 200);
  });

  it('leaves nothing unread, and tells clients so', async (t) => {
    const scene = await setScene(t);
    const { as, id } = scene;
    await subscribe(as('bob'), 'kitchen');
    const message_id = await send(as('alice'), { to: 'kitchen' });
    const ears = await listen(scene, ['bob', 'alice'], { event_types: ['update_message_flags'] });
    const unread = async () => {
      const { body } = await as('bob').post('/register', { event_types: ['message', 'update_message_flags'] });
      return body.unread_msgs.streams;
    };

    await as('alice').delete(`/streams/${id}`);

    const heard = await ears.heard();
    assert.deepEqual(await unread(), []);
    assert.deepEqual(heard.bob, [
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [message_id],
        all: false,
      },
    ]);
  });

  it('takes the channel from those that newcomers get', async (t) => {
    const scene = await setScene(t);
    await scene.edit('admin', { is_default_stream: true });
    const ears = await listen(scene, ['alice'], { event_types: ['default_streams'] });

    await scene.edit('alice', { is_archived: true });
    await scene.edit('alice', { is_archived: false });

    assert.deepEqual(await ears.heard(), { alice: [{ type: 'default_streams', default_streams: [1] }] });
  });

  it('lets people leave, follow and edit what is archived, which only knowing clients hear of', async (t) => {
    const scene = await setScene(t);
    const { as, id } = scene;
    await as('alice').delete(`/streams/${id}`);
    const names = ['alice', 'bob'] as const;
    const [knowing, others] = [await listen(scene, names, modern), await listen(scene, names, quietly)];
    const notice = scene.notice();

    await subscribe(as('bob'), 'kitchen');
    await as('alice').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    await scene.edit('alice', { new_name: 'cellar' });

    const [alice, bob] = [scene.users.alice.id, scene.users.bob.id];
    assert.deepEqual(await knowing.gist(), {
      alice: [`subscription peer_add: users ${bob} in ${id}`, 'subscription remove: kitchen', 'stream update: name'],
      bob: ['subscription add: kitchen', `subscription peer_remove: users ${alice} in ${id}`, 'stream update: name'],
    });
    assert.deepEqual(await others.heard(), {});
    assert.equal(scene.notice(), notice);
  });
});

describe('POST /register', () => {
  it('lists archived channels for clients that know of them alone', async (t) => {
    const scene = await setScene(t);
    const { as } = scene;
    await as('alice').delete(`/streams/${scene.id}`);
    const lists = async (name: CastName, archived_channels: boolean) => {
      const values = {
        fetch_event_types: ['stream', 'subscription'],
        client_capabilities: { notification_settings_null: true, archived_channels },
      };
      const { body } = await as(name).post('/register', values);
      const namesOf = (list: Values[]) => list.map((one) => one.name);
      return [body.streams, body.subscriptions, body.unsubscribed, body.never_subscribed].map(namesOf);
    };

    assert.deepEqual(await lists('alice', true), [['general', 'kitchen'], ['general', 'kitchen'], [], []]);
    assert.deepEqual(await lists('bob', true), [['general', 'kitchen'], ['general'], [], ['kitchen']]);
    assert.deepEqual(await lists('alice', false), [['general'], ['general'], [], []]);
    assert.deepEqual(await lists('bob', false), [['general'], ['general'], [], []]);
  });
});
