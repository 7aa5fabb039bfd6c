import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const thumb = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

interface Scene extends TestServer {
  channel_id: number;
  message_id: number;
  react: (name: CastName, values: Values) => Promise<unknown>;
  unreact: (name: CastName, values: Values) => Promise<unknown>;
  /** The reactions on the message, as alice gets them. */
  reactions: () => Promise<unknown>;
}

/** Alice has written to a channel that bob follows too. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const message_id = await send(as('alice'), { to: 'kitchen' });
  const path = `/messages/${message_id}/reactions`;
  return {
    ...server,
    channel_id,
    message_id,
    react: async (name, values) => (await as(name).post(path, values)).body,
    unreact: async (name, values) => (await as(name).delete(path, values)).body,
    reactions: async () => (await as('alice').get(`/messages/${message_id}`)).body.message.reactions,
  };
}

function addRealmEmoji({ db }: TestServer, name: string): string {
  return String(db.run('INSERT INTO realm_emoji (name) VALUES (?)', name).id);
}

describe('POST /messages/{message_id}/reactions', () => {
  it('adds a reaction by its name alone, and tells everyone who follows the channel', async (t) => {
    const scene = await setScene(t);
    const { users, message_id, react, reactions } = scene;
    const ears = await listen(scene, ['alice', 'bob', 'admin']);

    const answer = await react('bob', { emoji_name: 'thumbs_up' });

    assert.deepEqual(answer, ok);
    assert.deepEqual(await reactions(), [{ ...thumb, user_id: users.bob.id }]);
    const event = {
      type: 'reaction',
      op: 'add',
      message_id,
      user_id: users.bob.id,
      user: { user_id: users.bob.id, email: 'bob@example.com', full_name: 'Bob Member' },
      ...thumb,
    };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
  });

  it('tells both sides of a direct message and nobody else', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const id = await send(as('alice'), { type: 'direct', to: [users.bob.id] });
    const ears = await listen(server, ['alice', 'bob', 'owner']);

    await as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'heart' });

    assert.deepEqual(await ears.gist(), { alice: ['reaction'], bob: ['reaction'] });
  });

  it('lists reactions from the oldest on', async (t) => {
    const { users, react, reactions } = await setScene(t);
    const heart = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };

    await react('bob', { emoji_name: 'thumbs_up' });
    await react('alice', { emoji_name: 'heart' });
    await react('alice', { emoji_name: 'thumbs_up' });

    assert.deepEqual(await reactions(), [
      { ...thumb, user_id: users.bob.id },
      { ...heart, user_id: users.alice.id },
      { ...thumb, user_id: users.alice.id },
    ]);
  });

  it('keeps the name of the first vote, whatever the next one calls the emoji', async (t) => {
    const { users, react, reactions } = await setScene(t);
    await react('bob', { emoji_name: 'thumbs_up' });

    assert.deepEqual(await react('alice', { emoji_name: '+1' }), ok);
    assert.deepEqual(await react('admin', { ...thumb, emoji_name: 'a_name_of_tomorrow' }), ok);

    assert.deepEqual(await reactions(), [
      { ...thumb, user_id: users.bob.id },
      { ...thumb, user_id: users.alice.id },
      { ...thumb, user_id: users.admin.id },
    ]);
  });

  it('tells whoever reacts in a public channel that they are not subscribed to', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'kitchen');
    const id = await send(server.as('alice'), { to: 'kitchen' });
    const ears = await listen(server, ['moderator', 'bob'], { event_types: ['reaction'] });
    const heart = { emoji_name: 'heart' };

    await server.as('moderator').post(`/messages/${id}/reactions`, heart);
    await server.as('moderator').delete(`/messages/${id}/reactions`, heart);

    const heard = await ears.heard();
    assert.deepEqual(
      heard.moderator?.map(({ op, user_id }) => [op, user_id]),
      [
        ['add', server.users.moderator.id],
        ['remove', server.users.moderator.id],
      ],
    );
    assert.equal(heard.bob, undefined);
  });

  it('takes the extra emoji that all clients offer, under either name of its type', async (t) => {
    const { users, react, reactions } = await setScene(t);
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' };

    assert.deepEqual(await react('bob', extra), ok);
    assert.deepEqual(await react('alice', { ...extra, reaction_type: 'service_extra_emoji' }), ok);
    assert.deepEqual(await react('admin', { emoji_name: 'zulip' }), ok);

    assert.deepEqual(await reactions(), [
      { ...extra, user_id: users.bob.id },
      { ...extra, user_id: users.alice.id },
      { ...extra, user_id: users.admin.id },
    ]);
  });

  const refusals: [string, Values, string][] = [
    ['an unknown name', { emoji_name: 'no_such_thing' }, "Emoji 'no_such_thing' does not exist"],
    ['an unknown code', { ...thumb, emoji_code: 'ffff' }, 'Invalid emoji code.'],
    ['a code named as a built-in property', { ...thumb, emoji_code: 'constructor' }, 'Invalid emoji code.'],
    ["a code under another emoji's name", { ...thumb, emoji_name: 'heart' }, 'Invalid emoji name.'],
    ['an unknown type', { ...thumb, reaction_type: 'sticker' }, 'Invalid emoji type.'],
    ['a custom emoji that is not there', { ...thumb, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    ["a code under a name that is nobody's", { ...thumb, emoji_name: 'a_name_of_tomorrow' }, 'Invalid emoji name.'],
    ['another code than that of the name', { emoji_name: 'smile', emoji_code: '1f604' }, 'Invalid emoji name.'],
    ['a type that the name is not of', { emoji_name: 'smile', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [
      'an extra emoji that is none',
      { emoji_name: 'chatd', emoji_code: 'chatd', reaction_type: 'service_extra_emoji' },
      'Invalid emoji code.',
    ],
    [
      'the extra emoji under another name',
      { emoji_name: 'smile', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
      'Invalid emoji name.',
    ],
  ];
  for (const [what, values, msg] of refusals) {
    it(`refuses ${what}, and changes nothing`, async (t) => {
      const scene = await setScene(t);
      const ears = await listen(scene, ['alice', 'bob']);

      assert.deepEqual(await scene.react('bob', values), badRequest(msg));

      assert.deepEqual(await scene.reactions(), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('needs a name', async (t) => {
    const { react } = await setScene(t);
    assert.deepEqual(await react('bob', { emoji_code: '1f44d' }), {
      result: 'error',
      msg: "Missing 'emoji_name' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'emoji_name',
    });
  });

  it('refuses a second vote for the same emoji, whatever it is called', async (t) => {
    const { users, react, reactions } = await setScene(t);
    await react('bob', { emoji_name: 'thumbs_up' });

    const exists = { result: 'error', msg: 'Reaction already exists.', code: 'REACTION_ALREADY_EXISTS' };
    assert.deepEqual(await react('bob', { emoji_name: '+1' }), exists);
    assert.deepEqual(await react('bob', thumb), exists);

    assert.deepEqual(await reactions(), [{ ...thumb, user_id: users.bob.id }]);
  });

  it("takes the organization's own emoji by name, and by code with or without its type", async (t) => {
    const scene = await setScene(t);
    const { users, react, reactions } = scene;
    const emoji_code = addRealmEmoji(scene, 'shipit');
    const shipit = { emoji_name: 'shipit', emoji_code, reaction_type: 'realm_emoji' };

    assert.deepEqual(await react('bob', { emoji_name: 'shipit' }), ok);
    assert.deepEqual(await react('alice', { emoji_name: 'shipit', emoji_code }), ok);
    assert.deepEqual(await react('admin', shipit), ok);

    assert.deepEqual(await reactions(), [
      { ...shipit, user_id: users.bob.id },
      { ...shipit, user_id: users.alice.id },
      { ...shipit, user_id: users.admin.id },
    ]);
  });

  it("prefers the organization's own emoji to a Unicode one of the same name, unless its type is given", async (t) => {
    const scene = await setScene(t);
    const { users, react, reactions } = scene;
    const emoji_code = addRealmEmoji(scene, 'thumbs_up');

    await react('bob', { emoji_name: 'thumbs_up' });
    await react('alice', { emoji_name: 'thumbs_up', reaction_type: 'unicode_emoji' });
    await react('admin', { emoji_name: 'thumbs_up', emoji_code: '1f44d' });

    assert.deepEqual(await reactions(), [
      { emoji_name: 'thumbs_up', emoji_code, reaction_type: 'realm_emoji', user_id: users.bob.id },
      { ...thumb, user_id: users.alice.id },
      { ...thumb, user_id: users.admin.id },
    ]);
  });

  it("refuses an own emoji under another's name, a code that only looks like one, and one that is gone", async (t) => {
    const scene = await setScene(t);
    const { db, react, reactions } = scene;
    const emoji_code = addRealmEmoji(scene, 'shipit');
    const shipit = { emoji_name: 'shipit', emoji_code, reaction_type: 'realm_emoji' };

    assert.deepEqual(await react('bob', { ...shipit, emoji_name: 'owl' }), badRequest('Invalid custom emoji name.'));
    assert.deepEqual(
      await react('bob', { ...shipit, emoji_code: `0${emoji_code}` }),
      badRequest('Invalid custom emoji.'),
    );
    db.run('UPDATE realm_emoji SET deactivated = 1');
    assert.deepEqual(await react('bob', shipit), badRequest('This custom emoji has been deactivated.'));
    assert.deepEqual(await react('bob', { emoji_name: 'shipit' }), badRequest("Emoji 'shipit' does not exist"));

    assert.deepEqual(await reactions(), []);
  });

  it('still takes votes for an own emoji that is gone, where there is one already', async (t) => {
    const scene = await setScene(t);
    const emoji_code = addRealmEmoji(scene, 'shipit');
    const shipit = { emoji_name: 'shipit', emoji_code, reaction_type: 'realm_emoji' };
    await scene.react('bob', shipit);
    scene.db.run('UPDATE realm_emoji SET deactivated = 1');

    assert.deepEqual(await scene.react('alice', shipit), ok);
  });

  it('answers for a message one may not see as for none', async (t) => {
    const scene = await setScene(t);
    const { as, users } = scene;
    const id = await send(as('alice'), { type: 'direct', to: [users.bob.id] });
    const ears = await listen(scene, ['alice', 'bob']);

    for (const path of [`/messages/${id}/reactions`, '/messages/99999/reactions']) {
      const { status, body } = await as('owner').post(path, { emoji_name: 'thumbs_up' });
      assert.deepEqual([status, body], [400, badRequest('Invalid message(s)')]);
    }
    assert.deepEqual(await ears.heard(), {});
  });

  it('needs an account', async (t) => {
    const { anonymous, message_id } = await setScene(t);
    const { status, body } = await anonymous.post(`/messages/${message_id}/reactions`, { emoji_name: 'heart' });
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
  });

  it('reaches only those who received the message where history is protected', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await subscribe(as('alice'), 'board', { invite_only: true, principals: [users.alice.id, users.bob.id] });
    const id = await send(as('alice'), { to: 'board' });
    await subscribe(as('alice'), 'board', { principals: [users.moderator.id] });
    const ears = await listen(server, ['alice', 'bob', 'moderator']);

    await as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'heart' });

    assert.deepEqual(await ears.gist(), { alice: ['reaction'], bob: ['reaction'] });
  });
});

describe('DELETE /messages/{message_id}/reactions', () => {
  it('removes a reaction by any name or by code, under the name it was made with', async (t) => {
    const scene = await setScene(t);
    const { users, message_id, react, unreact, reactions } = scene;
    const removals: Values[] = [{ emoji_name: '+1' }, { emoji_code: '1f44d' }, thumb];
    for (const values of removals) {
      await react('bob', { emoji_name: 'thumbs_up' });
      const ears = await listen(scene, ['alice', 'bob', 'admin']);

      assert.deepEqual(await unreact('bob', values), ok);

      assert.deepEqual(await reactions(), []);
      const user = { user_id: users.bob.id, email: 'bob@example.com', full_name: 'Bob Member' };
      const event = { type: 'reaction', op: 'remove', message_id, user_id: users.bob.id, user, ...thumb };
      assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
    }
  });

  it("leaves other people's votes", async (t) => {
    const { users, react, unreact, reactions } = await setScene(t);
    await react('bob', thumb);
    await react('alice', thumb);

    await unreact('bob', thumb);

    assert.deepEqual(await reactions(), [{ ...thumb, user_id: users.alice.id }]);
  });

  it('removes an own emoji that is gone by its name', async (t) => {
    const scene = await setScene(t);
    addRealmEmoji(scene, 'shipit');
    await scene.react('bob', { emoji_name: 'shipit' });
    scene.db.run('UPDATE realm_emoji SET deactivated = 1');

    assert.deepEqual(await scene.unreact('bob', { emoji_name: 'shipit' }), ok);

    assert.deepEqual(await scene.reactions(), []);
  });

  it('takes the code to be of a Unicode emoji when no type is given', async (t) => {
    const scene = await setScene(t);
    const emoji_code = addRealmEmoji(scene, 'shipit');
    await scene.react('bob', { emoji_name: 'shipit' });
    const missing = { result: 'error', msg: "Reaction doesn't exist.", code: 'REACTION_DOES_NOT_EXIST' };

    assert.deepEqual(await scene.unreact('bob', { emoji_code }), missing);
    assert.deepEqual(await scene.unreact('bob', { emoji_code, reaction_type: 'realm_emoji' }), ok);
  });

  it('refuses what makes no sense, and changes nothing', async (t) => {
    const scene = await setScene(t);
    const { users, react, unreact, reactions } = scene;
    await react('alice', thumb);
    const ears = await listen(scene, ['alice', 'bob']);
    const missing = { result: 'error', msg: "Reaction doesn't exist.", code: 'REACTION_DOES_NOT_EXIST' };
    const needed = 'At least one of the following arguments must be present: emoji_name, emoji_code';

    assert.deepEqual(await unreact('bob', thumb), missing);
    assert.deepEqual(await unreact('bob', { emoji_name: 'heart' }), missing);
    assert.deepEqual(await unreact('bob', {}), badRequest(needed));
    assert.deepEqual(
      await unreact('bob', { emoji_name: 'nobody_knows' }),
      badRequest("Emoji 'nobody_knows' does not exist"),
    );
    assert.deepEqual(await unreact('bob', { ...thumb, reaction_type: 'sticker' }), missing);

    assert.deepEqual(await reactions(), [{ ...thumb, user_id: users.alice.id }]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('answers for a message one may not see as for none', async (t) => {
    const { as, users } = await setScene(t);
    const id = await send(as('alice'), { type: 'direct', to: [users.bob.id] });
    for (const path of [`/messages/${id}/reactions`, '/messages/99999/reactions']) {
      const { body } = await as('owner').delete(path, thumb);
      assert.deepEqual(body, badRequest('Invalid message(s)'));
    }
  });
});

describe('the reactions of one account to one message', () => {
  it('are at most fifty: the next is refused and changes nothing, and one that goes makes room', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general' });
    const react = async (name: 'alice' | 'bob', emoji_name: string) =>
      (await server.as(name).post(`/messages/${id}/reactions`, { emoji_name })).status;
    const names = fiftyNames(server);
    for (const emoji_name of names) assert.equal(await react('bob', emoji_name), 200);
    const count = () => server.db.value<number>('SELECT count(*) FROM reactions WHERE message_id = ?', id);

    assert.deepEqual([await react('bob', 'tada'), count()], [400, 50]);
    assert.equal(await react('alice', 'tada'), 200, 'others have room of their own');
    await server.as('bob').delete(`/messages/${id}/reactions`, { emoji_name: names[0] });
    assert.deepEqual([await react('bob', 'tada'), count()], [200, 51]);
  });
});

/** Names of different custom emoji. */
function fiftyNames({ db }: TestServer): string[] {
  const names = Array.from({ length: 50 }, (_, index) => `own_${index}`);
  for (const name of names) {
    db.run('INSERT INTO realm_emoji (name) VALUES (?)', name);
  }
  return names;
}
