import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { type RealmPermission, setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

function direct(to: unknown) {
  return { type: 'direct', to, content: 'psst' };
}

function idsOf({ users }: TestServer, ...names: CastName[]): number[] {
  return names.map((name) => users[name].id);
}

async function recipientsOf(server: TestServer, id: number): Promise<string[]> {
  const { body } = await server.as('alice').get(`/messages/${id}`);
  return body.message.display_recipient.map(({ email }: { email: string }) => email);
}

function deactivate({ db }: TestServer, name: CastName): void {
  db.run('UPDATE users SET is_active = 0 WHERE email = ?', `${name}@example.com`);
}

describe('POST /messages to people', () => {
  it('finds them by ids and addresses in every form that clients send', async (t) => {
    const server = await startServer(t);
    const [bob = 0, guest] = idsOf(server, 'bob', 'guest');
    const oneForms = [[bob], 'bob@example.com', '"bob@example.com"', ['BOB@example.com']];
    const manyForms = [
      [bob, guest],
      ['bob@example.com', 'guest@example.com'],
      'bob@example.com, guest@example.com',
      'bob@example.com,guest@example.com,',
      [guest, bob, bob],
    ];

    const ones = [];
    for (const to of oneForms) ones.push(await recipientsOf(server, await send(server.as('alice'), direct(to))));
    const many = [];
    for (const to of manyForms) many.push(await recipientsOf(server, await send(server.as('alice'), direct(to))));

    assert.deepEqual(ones, Array(oneForms.length).fill(['alice@example.com', 'bob@example.com']));
    assert.deepEqual(many, Array(manyForms.length).fill(['alice@example.com', 'bob@example.com', 'guest@example.com']));
    assert.equal(server.db.value('SELECT count(*) FROM conversations'), 2);
  });

  it('tells the participants and nobody else', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['owner', 'alice', 'bob', 'guest'], { all_public_streams: undefined });

    const id = await send(server.as('alice'), { ...direct(idsOf(server, 'bob')), read_by_sender: true });

    const person = (name: CastName, full_name: string) => {
      return { id: server.users[name].id, email: `${name}@example.com`, full_name, is_mirror_dummy: false };
    };
    const message = {
      id,
      type: 'private',
      sender_id: server.users.alice.id,
      sender_email: 'alice@example.com',
      sender_full_name: 'Alice Member',
      sender_realm_str: '',
      avatar_url: avatarOf(server.users.alice.id),
      client: 'TestClient',
      timestamp: server.clock.now(),
      content: 'psst',
      content_type: 'text/x-markdown',
      display_recipient: [person('alice', 'Alice Member'), person('bob', 'Bob Member')],
      recipient_id: 2,
      subject: '',
      topic_links: [],
      is_me_message: false,
      reactions: [],
      submessages: [],
    };
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'message', message, flags: ['read'] }],
      bob: [{ type: 'message', message, flags: [] }],
    });
  });

  it('has one conversation for both directions', async (t) => {
    const server = await startServer(t);
    const there = await send(server.as('alice'), direct(idsOf(server, 'bob')));
    const back = await send(server.as('bob'), direct(idsOf(server, 'alice')));

    const { body } = await server.as('alice').get('/messages', { message_ids: [there, back] });

    const recipients = body.messages.map((message: { recipient_id: number }) => message.recipient_id);
    assert.equal(recipients.length, 2);
    assert.equal(recipients[0], recipients[1]);
  });

  it('leaves out the sender, unless they are alone', async (t) => {
    const server = await startServer(t);
    const [alice, bob] = idsOf(server, 'alice', 'bob');

    const named = await send(server.as('alice'), direct([alice, bob]));
    const alone = await send(server.as('alice'), direct([alice]));

    assert.deepEqual(await recipientsOf(server, named), ['alice@example.com', 'bob@example.com']);
    assert.deepEqual(await recipientsOf(server, alone), ['alice@example.com']);
  });

  it('reaches a group of everyone', async (t) => {
    const server = await startServer(t);
    const names = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
    const ears = await listen(server, names);

    await send(server.as('guest'), direct(idsOf(server, ...names)));

    assert.deepEqual(await ears.gist(), Object.fromEntries(names.map((name) => [name, ['message: psst']])));
  });

  it('looks up no more than 10,000 names, in no form', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const send = async (to: unknown) => {
      const body = JSON.stringify({ type: 'direct', to, content: 'hello' });
      const { body: answer } = await as('alice').send('POST', '/messages', { body, headers });
      return answer.result === 'success' ? 'sent' : answer.msg;
    };
    const headers = { 'Content-Type': 'application/json' };
    const forms = [
      (count: number) => Array<number>(count).fill(users.bob.id),
      (count: number) => Array<string>(count).fill('bob@example.com'),
      (count: number) => Array<string>(count).fill('bob@example.com').join(','),
    ];

    for (const named of forms) {
      assert.deepEqual([await send(named(10_000)), await send(named(10_001))], ['sent', 'to is too long']);
    }
  });

  it('ignores the topic and takes the older name of the type', async (t) => {
    const server = await startServer(t);

    const id = await send(server.as('alice'), {
      ...direct(idsOf(server, 'bob')),
      type: 'private',
      topic: 'x'.repeat(90),
    });

    const { body } = await server.as('alice').get(`/messages/${id}`);
    assert.equal(body.message.subject, '');
  });

  it('refuses people who are not there, and stores nothing', async (t) => {
    const server = await startServer(t);
    deactivate(server, 'guest');
    const [bob, guest] = idsOf(server, 'bob', 'guest');
    const cases: [unknown, string][] = [
      [[], 'Message must have recipients'],
      ['', 'Message must have recipients'],
      [',', 'Message must have recipients'],
      [[bob, 4711], 'Invalid user ID 4711'],
      [['bob@example.com', 'nobody@example.com'], "Invalid email 'nobody@example.com'"],
      ['bob@example.com, nobody', "Invalid email 'nobody'"],
      [[bob, 'alice@example.com'], 'Recipient lists may contain emails or user IDs, but not both.'],
      [[bob, guest], 'User is deactivated'],
      [['guest@example.com'], 'User is deactivated'],
      [[[bob]], 'Invalid data type for recipients'],
      [{ id: bob }, 'Invalid data type for recipients'],
    ];

    for (const [to, msg] of cases) {
      const { status, body } = await server.as('alice').post('/messages', direct(to));
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(server.db.value('SELECT count(*) FROM messages'), 0);
    assert.equal(server.db.value('SELECT count(*) FROM conversations'), 0);
  });

  it('knows hidden addresses by their placeholder only, and finds real ones that look like placeholders', async (t) => {
    const server = await startServer(t);
    const [bob = 0, guest = 0] = idsOf(server, 'bob', 'guest');
    server.db.run("INSERT INTO user_settings VALUES (?, 'email_address_visibility', '4')", bob);
    const lookalike = `user${bob}@example.com`;
    server.db.run('UPDATE users SET email = ?1, email_key = ?1 WHERE id = ?2', lookalike, guest);

    const hidden = await server.as('alice').post('/messages', direct(['bob@example.com']));
    const shown = await recipientsOf(server, await send(server.as('alice'), direct([`user${bob}@chat.example.com`])));
    const other = await recipientsOf(server, await send(server.as('alice'), direct([lookalike])));

    assert.deepEqual(hidden.body, badRequest("Invalid email 'bob@example.com'"));
    assert.deepEqual(shown, ['alice@example.com', `user${bob}@chat.example.com`]);
    assert.deepEqual(other, ['alice@example.com', lookalike]);
  });
});

describe('POST /messages and who may write to whom', () => {
  function allow(server: TestServer, permission: RealmPermission, group: 'role:nobody' | 'role:moderators'): void {
    const id = systemGroupId(server.db, group);
    server.db.transaction(() => setRealmSetting(server.db, permission, id));
  }

  it('says when direct messages are off; notes to oneself and words to bots still pass', async (t) => {
    const server = await startServer(t);
    allow(server, 'direct_message_permission_group', 'role:nobody');

    const refused = await server.as('owner').post('/messages', direct(idsOf(server, 'bob')));
    const note = await server.as('alice').post('/messages', direct(idsOf(server, 'alice')));
    const toBot = await server.as('alice').post('/messages', direct(['notification-bot@chatd.invalid']));
    const toOwn = await server.as('alice').post('/messages', direct(idsOf(server, 'bot')));
    const withBot = await server.as('alice').post('/messages', direct(idsOf(server, 'bot', 'bob')));

    assert.deepEqual(refused.body, badRequest('Direct messages are disabled in this organization.'));
    assert.deepEqual(withBot.body, refused.body);
    assert.equal(note.status, 200);
    assert.equal(toBot.status, 200);
    assert.equal(toOwn.status, 200);
  });

  it('needs one participant who can authorize the conversation', async (t) => {
    const server = await startServer(t);
    allow(server, 'direct_message_permission_group', 'role:moderators');

    const among = await server.as('alice').post('/messages', direct(idsOf(server, 'bob')));
    const withOne = await server.as('alice').post('/messages', direct(idsOf(server, 'bob', 'moderator')));

    assert.deepEqual(among.body, badRequest('This conversation does not include any users who can authorize it.'));
    assert.equal(withOne.status, 200);
  });

  it('lets only those who may begin begin; then the others may answer', async (t) => {
    const server = await startServer(t);
    allow(server, 'direct_message_initiator_group', 'role:moderators');

    const begun = await server.as('alice').post('/messages', direct(idsOf(server, 'moderator')));
    await send(server.as('moderator'), direct(idsOf(server, 'alice')));
    const answered = await server.as('alice').post('/messages', direct(idsOf(server, 'moderator')));

    assert.deepEqual(begun.body, badRequest('You do not have permission to initiate direct message conversations.'));
    assert.equal(answered.status, 200);
  });
});
