import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { findChannel } from '../../src/conversations/channel.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import type { GroupPermissionValues } from '../../src/groups/permissions.ts';
import { doCreateGroup } from '../../src/groups/user-group.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { TextLookups } from '../../src/messages/text-lookups.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { roles, type User } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

interface Scene extends TestServer {
  channel_id: number;
  flagsOf: (name: CastName, id: number) => Promise<string[]>;
}

/** A channel that alice, bob and the moderator follow. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  const principals = [users.alice.id, users.bob.id, users.moderator.id];
  const channel_id = await subscribe(as('alice'), 'kitchen', { principals });
  return {
    ...server,
    channel_id,
    flagsOf: async (name, id) => (await as(name).get(`/messages/${id}`)).body.message.flags,
  };
}

function addGroup(
  { app, db, users }: TestServer,
  name: string,
  members: readonly User[],
  { subgroups = [], ...permissions }: GroupPermissionValues & { subgroups?: number[] } = {},
): number {
  const ids = members.map(({ id }) => id);
  return db.transaction(() =>
    doCreateGroup(app, users.alice, { name, description: '', members: ids, subgroups, permissions }),
  );
}

/** Subscribes this many more people to a channel. */
function addPeople({ app, db }: TestServer, channel_id: number, count: number): User[] {
  return db.transaction(() => {
    const people = Array.from({ length: count }, (_, index) =>
      doCreateUser(app, {
        email: `p${index}@example.com`,
        full_name: `Person ${index}`,
        role: roles.member,
        password_hash: null,
      }),
    );
    const channel = findChannel(db, channel_id);
    assert.ok(channel);
    doSubscribe(app, channel, people);
    return people;
  });
}

describe('mentions in POST /messages', () => {
  const spellings: [string, string[]][] = [
    ['ask @**Bob Member**', ['mentioned']],
    ['ask @**bob member**!', ['mentioned']],
    ['silently @_**Bob Member**', []],
    ['ask @**Nobody Here**', []],
    ['ask **Bob Member**', []],
    ['in code `@**Bob Member**`', []],
    ['in ``code ` @**Bob Member** ``', []],
    ['a lone ` and @**Bob Member**', ['mentioned']],
    ['```\n@**Bob Member**\n```', []],
    ['```\ncode\n```\n@**Bob Member**', ['mentioned']],
    ['````\n```\n@**Bob Member**\n````', []],
    ['``` code ``` @**Bob Member**', ['mentioned']],
    ['~~~\n@**Bob Member**', []],
    ['```quote\n@**Bob Member**\n```', []],
    ['> @**Bob Member**\n\nno', []],
    ['> quoted\n\n@**Bob Member** yes', ['mentioned']],
  ];
  for (const [content, flags] of spellings) {
    it(`gives ${flags.join() || 'nothing'} for ${JSON.stringify(content)}`, async (t) => {
      const { as, flagsOf } = await setScene(t);
      const id = await send(as('alice'), { to: 'kitchen', content });
      assert.deepEqual(await flagsOf('bob', id), flags);
      assert.deepEqual(await flagsOf('moderator', id), []);
    });
  }

  it('tells people of one name apart by id, and takes the name alone to mean none of them', async (t) => {
    const { as, app, db, users, flagsOf } = await setScene(t);
    db.transaction(() => {
      doCreateUser(app, { email: 'b2@x.org', full_name: 'Bob Member', role: roles.member, password_hash: null });
    });
    const contents = ['@**Bob Member**', `@**Bob Member|${users.bob.id}**`, `@**|${users.bob.id}**`];
    const wrong = [`@**Bob Member|${users.alice.id}**`, '@**Bob Member|99999**'];

    const flags = [];
    for (const content of [...contents, ...wrong]) {
      flags.push(await flagsOf('bob', await send(as('alice'), { to: 'kitchen', content })));
    }

    assert.deepEqual(flags, [[], ['mentioned'], ['mentioned'], [], []]);
  });

  it('needs the list of all names only without an id', async (t) => {
    const { app, db, users } = await setScene(t);
    const lookups = new TextLookups(app, users.alice);
    const listings = (name: string, id: number | undefined) =>
      statementsOf(db, () => assert.equal(lookups.findPerson(name, id)?.id, users.bob.id))
        .map(({ sql }) => sql)
        .filter((sql) => sql === 'SELECT id, full_name, is_active FROM users').length;

    assert.deepEqual([listings('bob MEMBER', users.bob.id), listings('bob MEMBER', undefined)], [0, 1]);
  });

  it('reaches only those who receive the message', async (t) => {
    const { as, db, users } = await setScene(t);
    await send(as('alice'), { to: 'kitchen', content: '@**Adam Admin** @**Bob Member**' });
    await send(as('alice'), { type: 'direct', to: [users.moderator.id], content: '@**Bob Member**' });
    const rows = db.all('SELECT user_id, flag FROM message_flags');
    assert.deepEqual(rows, [{ user_id: users.bob.id, flag: 'mentioned' }]);
  });

  it('puts the flags into the event of each', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'bob', 'moderator'], { event_types: ['message'] });

    await send(scene.as('alice'), { to: 'kitchen', content: '@**Bob Member**', read_by_sender: true });

    const heard = Object.entries(await ears.heard()).map(([name, [event]]) => [name, event.flags]);
    assert.deepEqual(heard, [
      ['alice', ['read']],
      ['bob', ['mentioned']],
      ['moderator', []],
    ]);
  });

  it('lets event queues be narrowed to mentions', async (t) => {
    const scene = await setScene(t);
    const narrowed = { event_types: ['message'], narrow: [['is', 'mentioned']] };
    const ears = await listen(scene, ['bob', 'moderator'], narrowed);

    await send(scene.as('alice'), { to: 'kitchen', content: '@**Bob Member**' });
    await send(scene.as('alice'), { to: 'kitchen', content: 'nobody' });

    assert.deepEqual(await ears.gist(), { bob: ['message: @**Bob Member**'] });
  });

  it('mentions the members of a group and of its subgroups', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, flagsOf } = scene;
    const cooks = addGroup(scene, 'cooks', [users.bob]);
    addGroup(scene, 'house', [users.admin], { subgroups: [cooks, systemGroupId(db, 'role:moderators')] });

    const one = await send(as('alice'), { to: 'kitchen', content: '@*cooks*' });
    const all = await send(as('alice'), { to: 'kitchen', content: '@*house*' });
    const silent = await send(as('alice'), { to: 'kitchen', content: '@_*house*' });

    assert.deepEqual(await flagsOf('bob', one), ['mentioned']);
    assert.deepEqual(await flagsOf('moderator', one), []);
    assert.deepEqual(await flagsOf('bob', all), ['mentioned']);
    assert.deepEqual(await flagsOf('moderator', all), ['mentioned']);
    assert.deepEqual(await flagsOf('alice', all), []);
    assert.deepEqual(await flagsOf('bob', silent), []);
  });

  it('keeps apart for what reasons a message is for each of its receivers', async (t) => {
    const scene = await setScene(t);
    const { as, db, users } = scene;
    addGroup(scene, 'cooks', [users.bob, users.admin, users.moderator]);
    addGroup(scene, 'house', [users.bob, users.alice]);
    db.run("INSERT INTO alert_words (user_id, word_key, word) VALUES (?, 'soup', 'soup')", users.bob.id);
    await send(as('moderator'), { to: 'kitchen', topic: 'lunch' });
    const ears = await listen(scene, ['alice', 'bob', 'moderator'], { event_types: ['message'] });

    const content = '@*cooks* @*house* @**Bob Member** @**topic** soup';
    const message_id = await send(as('alice'), { to: 'kitchen', topic: 'lunch', content });

    const expected = {
      alice: ['mentioned', 'topic_wildcard_mentioned'],
      bob: ['mentioned', 'has_alert_word'],
      moderator: ['mentioned', 'topic_wildcard_mentioned'],
    };
    const stored = db.all<{ user_id: number; flag: string }>('SELECT * FROM message_flags ORDER BY user_id');
    assert.deepEqual(
      new Set(stored.map(({ user_id, flag }) => `${user_id} ${flag}`)),
      new Set(
        Object.entries(expected).flatMap(([name, flags]) =>
          flags.map((flag) => `${users[name as CastName].id} ${flag}`),
        ),
      ),
    );
    assert.deepEqual(db.all('SELECT * FROM mentions'), [{ user_id: users.bob.id, message_id }]);
    const heard = Object.entries(await ears.heard()).map(([name, [event]]) => [name, event.flags]);
    assert.deepEqual(Object.fromEntries(heard), {
      alice: [...expected.alice, 'wildcard_mentioned'],
      bob: expected.bob,
      moderator: [...expected.moderator, 'wildcard_mentioned'],
    });
  });

  it('runs as many statements for a large group as for a small one', async (t) => {
    const scene = await setScene(t);
    const { app, db, users, channel_id } = scene;
    const people = addPeople(scene, channel_id, 20);
    for (const [name, members] of Object.entries({ few: people.slice(0, 1), many: people }))
      addGroup(scene, name, members);
    const statementsFor = (content: string) => {
      const conversation = db.transaction(() => ensureTopic(db, channel_id, 'lunch'));
      const draft = { sender: users.alice, conversation, content, client: 'test', read_by_sender: false };
      return statementsOf(db, () => db.transaction(() => doSendMessage(app, draft))).map(({ sql }) => sql);
    };
    for (const content of ['@*few*', '@*many*']) statementsFor(content);

    assert.deepEqual(statementsFor('@*many*'), statementsFor('@*few*'));
  });

  it('finds a group by its name in any case', async (t) => {
    const scene = await setScene(t);
    addGroup(scene, 'Köche', [scene.users.bob]);

    const id = await send(scene.as('alice'), { to: 'kitchen', content: '@*KÖCHE*' });

    assert.deepEqual(await scene.flagsOf('bob', id), ['mentioned']);
  });

  it('lets only those mention a group whom the group lets; mentioning it silently is free', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, flagsOf } = scene;
    addGroup(scene, 'cooks', [users.bob], { can_mention_group: systemGroupId(db, 'role:moderators') });
    const post = async (name: CastName, content: string) =>
      (await as(name).post('/messages', { type: 'channel', to: 'kitchen', topic: 'lunch', content })).body;

    const refused = await post('alice', 'ask @*cooks*');
    const silent = await post('alice', 'ask @_*cooks*');
    const allowed = await post('moderator', 'ask @*cooks*');

    assert.deepEqual(refused, badRequest("You are not allowed to mention user group 'cooks'."));
    assert.deepEqual(await flagsOf('bob', silent.id), []);
    assert.deepEqual(await flagsOf('bob', allowed.id), ['mentioned']);
  });

  it('takes a deactivated group for nobody', async (t) => {
    const scene = await setScene(t);
    const id = addGroup(scene, 'cooks', [scene.users.bob]);
    scene.db.run('UPDATE groups SET deactivated = 1 WHERE id = ?', id);

    const sent = await send(scene.as('alice'), { to: 'kitchen', content: '@*cooks*' });

    assert.deepEqual(await scene.flagsOf('bob', sent), []);
  });

  it('refuses the groups that follow from roles', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['bob']);

    for (const to of [
      { to: 'kitchen', topic: 'lunch', type: 'channel' },
      { to: [scene.users.bob.id], type: 'direct' },
    ]) {
      const { status, body } = await scene.as('owner').post('/messages', { ...to, content: '@*role:members*' });
      const refused = badRequest("You are not allowed to mention user group 'role:members'.");
      assert.deepEqual([status, body], [400, refused]);
    }

    assert.deepEqual(await ears.heard(), {});
  });

  it('calls groups that follow from roles by what they are, silently', async (t) => {
    const { as, db } = await setScene(t);
    const id = systemGroupId(db, 'role:fullmembers');

    const { body } = await as('alice').post('/messages/render', { content: '@_*role:fullmembers*' });

    const mention = `<span class="user-group-mention silent" data-user-group-id="${id}">Full members</span>`;
    assert.equal(body.rendered, `<p>${mention}</p>`);
  });

  it('calls other groups by their names, whatever these are', async (t) => {
    const scene = await setScene(t);
    const id = addGroup(scene, 'constructor', []);

    const { body } = await scene.as('alice').post('/messages/render', { content: '@_*constructor*' });

    const mention = `<span class="user-group-mention silent" data-user-group-id="${id}">constructor</span>`;
    assert.equal(body.rendered, `<p>${mention}</p>`);
  });

  for (const word of ['all', 'everyone', 'channel', 'stream']) {
    it(`gives everyone who follows the channel a flag for @**${word}**, without a row each`, async (t) => {
      const { as, db, flagsOf } = await setScene(t);
      const flags = ['stream_wildcard_mentioned', 'wildcard_mentioned'];

      const id = await send(as('alice'), { to: 'kitchen', content: `@**${word}** lunch` });

      assert.deepEqual(await flagsOf('alice', id), flags);
      assert.deepEqual(await flagsOf('bob', id), flags);
      assert.deepEqual(await flagsOf('admin', id), ['read', 'historical']);
      assert.equal(db.value('SELECT count(*) FROM message_flags'), 0);
    });
  }

  it('gives those who took part in a topic a flag for @**topic**', async (t) => {
    const { as, flagsOf } = await setScene(t);
    const first = await send(as('bob'), { to: 'kitchen' });
    await as('moderator').post(`/messages/${first}/reactions`, { emoji_name: 'heart' });
    await send(as('alice'), { to: 'kitchen', topic: 'other' });

    const id = await send(as('admin'), { to: 'kitchen', content: '@**topic**' });

    const flags = ['topic_wildcard_mentioned', 'wildcard_mentioned'];
    assert.deepEqual(await flagsOf('bob', id), flags);
    assert.deepEqual(await flagsOf('moderator', id), flags);
    assert.deepEqual(await flagsOf('alice', id), []);
  });

  it('lists unread mentions of every kind in POST /register', async (t) => {
    const scene = await setScene(t);
    const { as, users } = scene;
    addGroup(scene, 'cooks', [users.bob]);
    await send(as('bob'), { to: 'kitchen', read_by_sender: true });
    const ids = [];
    for (const content of ['@**Bob Member**', '@*cooks*', '@**all**', '@**topic**']) {
      ids.push(await send(as('alice'), { to: 'kitchen', content }));
    }
    await send(as('alice'), { to: 'kitchen', content: 'nobody' });
    const read = await send(as('alice'), { to: 'kitchen', content: '@**Bob Member**' });
    await as('bob').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });

    const { body } = await as('bob').post('/register', { event_types: ['message', 'update_message_flags'] });

    assert.deepEqual(body.unread_msgs.mentions, ids);
  });
});

describe('the limit of 15 for mentions of many', () => {
  const post = ({ as }: TestServer, name: CastName, content: string) =>
    as(name).post('/messages', { type: 'channel', to: 'kitchen', topic: 'lunch', content });

  it('refuses @**all** in a channel of 16 to all but administrators', async (t) => {
    const scene = await setScene(t);
    addPeople(scene, scene.channel_id, 12);
    assert.equal((await post(scene, 'alice', '@**all**')).status, 200);
    const [last] = addPeopleNamed(scene, 'Sixteenth');
    assert.ok(last);

    const { status, body } = await post(scene, 'alice', '@**all**');

    assert.deepEqual(
      [status, body],
      [
        400,
        {
          result: 'error',
          msg: 'You do not have permission to use channel wildcard mentions in this channel.',
          code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        },
      ],
    );
    assert.equal((await post(scene, 'alice', 'nothing, `@**all**`')).status, 200);
    assert.equal((await post(scene, 'alice', '@**topic**')).status, 200);
    assert.equal((await post(scene, 'admin', '@**all**')).status, 200);
  });

  it('refuses @**topic** where more than 15 took part', async (t) => {
    const scene = await setScene(t);
    const { db } = scene;
    const people = addPeople(scene, scene.channel_id, 15);
    const id = await send(scene.as('alice'), { to: 'kitchen' });
    const react = (user: User) =>
      db.run(
        `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
         VALUES (?, ?, 'heart', '2764', 'unicode_emoji')`,
        id,
        user.id,
      );
    people.slice(0, 14).forEach(react);
    assert.equal((await post(scene, 'alice', '@**topic**')).status, 200);
    people.slice(14).forEach(react);

    const { status, body } = await post(scene, 'alice', '@**topic**');

    assert.deepEqual(
      [status, body],
      [
        400,
        {
          result: 'error',
          msg: 'You do not have permission to use topic wildcard mentions in this topic.',
          code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        },
      ],
    );
    assert.equal((await post(scene, 'admin', '@**topic**')).status, 200);
  });

  function addPeopleNamed(scene: Scene, full_name: string): User[] {
    const { app, db, channel_id } = scene;
    return db.transaction(() => {
      const user = doCreateUser(app, { email: 'z@x.org', full_name, role: roles.member, password_hash: null });
      return doSubscribe(app, findChannel(db, channel_id) as never, [user]);
    });
  }
});

describe('alert words', () => {
  const cases: [string, string, boolean][] = [
    ['deploy', 'time to DEPLOY!', true],
    ['deploy', 'redeployed', false],
    ['deploy', 'see deploy/prod', false],
    ['deploy', 'in src/deploy', false],
    ['deploy', 'C:\\\\deploy', false],
    ['deploy', 're-deploy, deploy-bot', false],
    ['deploy', 'from deploy@example.com', false],
    ['deploy', 'https://example.com/deploy', false],
    ['deploy', 'https://example.com/?deploy#deploy', false],
    ['deploy', '`deploy` now', true],
    ['deploy', 'run `make deploy --now`', true],
    ['deploy', '```\ndeploy\n```', false],
    ['deploy', '    deploy', false],
    ['deploy', '> deploy\n\nno', true],
    ['deploy', '```quote\nwe *deploy*\n```', true],
    ['deploy', '[deploy](https://example.com)', true],
    ['deploy', "deploy's end", true],
    ['deploy', '#deploy', true],
    ['deploy', 'deploy:tada:', true],
    ['deploy', '(re)deploy', true],
    ['db-1', 'restart `db-1`!', true],
    ['db-1', 'restart db-1', true],
    ['db-1', 'restart db-12', false],
    ['/etc/hosts', 'see `/etc/hosts`.', true],
    ['coffee machine', 'the coffee machine, again', true],
    ['coffee machine', 'coffee for the machine', false],
    ['c++', 'I like c++.', true],
    ['.net', 'not (.net)', true],
    ['straße', 'STRASSE und Straße', true],
    ['咖啡', '咖啡 ready', true],
  ];
  for (const [word, content, isHit] of cases) {
    it(`${isHit ? 'finds' : 'does not find'} ${word} in ${JSON.stringify(content)}`, async (t) => {
      const { as, db, users, flagsOf } = await setScene(t);
      const sql = 'INSERT INTO alert_words (user_id, word_key, word) VALUES (?, ?, ?)';
      for (const name of ['bob', 'admin'] as const) db.run(sql, users[name].id, word, word);

      const id = await send(as('alice'), { to: 'kitchen', content });

      assert.deepEqual(await flagsOf('bob', id), isHit ? ['has_alert_word'] : []);
      assert.deepEqual(await flagsOf('admin', id), ['read', 'historical']);
      assert.deepEqual(await flagsOf('moderator', id), []);
    });
  }
});
