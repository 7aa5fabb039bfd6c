import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, storePasswordHash } from '../../src/accounts/password.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { giveMailServer } from '../support/mail.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, castPassword, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const onlyUsers = { event_types: ['realm_user'] };

function hideEmail({ db, users }: TestServer, name: CastName, visibility: number): void {
  db.run("INSERT INTO user_settings VALUES (?, 'email_address_visibility', ?)", users[name].id, String(visibility));
}

/** The record of one of the cast as another one gets it. */
async function seen({ as, users }: TestServer, by: CastName, name: CastName) {
  return (await as(by).get(`/users/${users[name].id}`)).body.user;
}

function update({ as, users }: TestServer, by: CastName, name: CastName, values: Values) {
  return as(by).patch(`/users/${users[name].id}`, values);
}

function heardByAll(names: readonly CastName[], events: object[]) {
  return Object.fromEntries(names.map((name) => [name, events]));
}

describe('PATCH /users/{user_id_or_email}', () => {
  it('gives another name, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone);

    const { body } = await update(server, 'admin', 'alice', { full_name: '  Alice Cooper ' });

    assert.deepEqual(body, ok);
    assert.equal((await seen(server, 'guest', 'alice')).full_name, 'Alice Cooper');
    const person = { user_id: server.users.alice.id, full_name: 'Alice Cooper' };
    assert.deepEqual(await ears.heard(), heardByAll(everyone, [{ type: 'realm_user', op: 'update', person }]));
  });

  it('ignores a blank name, and what is so already', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);
    const { full_name, role, email } = server.users.alice;

    for (const values of [{ full_name: ' ' }, { full_name, role, new_email: email }, {}]) {
      const { body } = await update(server, 'owner', 'alice', values);
      assert.deepEqual(body, ok);
    }

    assert.deepEqual(await ears.heard(), {});
    assert.equal((await seen(server, 'bob', 'alice')).full_name, full_name);
  });

  it('takes a name of 100 code points, and joiners that some languages need', async (t) => {
    const server = await startServer(t);
    const names = ['𝒜'.repeat(100), 'علی\u200cرضا', 'Zoë'.normalize('NFD')];

    for (const full_name of names) {
      const { body } = await update(server, 'admin', 'alice', { full_name });
      assert.deepEqual(body, ok);
      assert.equal((await seen(server, 'bob', 'alice')).full_name, full_name.normalize('NFC'));
    }
    const { body } = await update(server, 'admin', 'alice', { full_name: '𝒜'.repeat(101) });

    assert.deepEqual(body, badRequest('Name too long!'));
  });

  it('refuses invisible and misleading names', async (t) => {
    const server = await startServer(t);

    for (const full_name of ['A\u0000B', 'A\u0007B', 'A\u202eB', 'A\u2028B', 'A\ufeffB', 'A@B', 'A**B', 'A<B', 'A`B']) {
      const { status } = await update(server, 'admin', 'alice', { full_name });
      assert.equal(status, 400, JSON.stringify(full_name));
    }

    assert.equal((await seen(server, 'bob', 'alice')).full_name, 'Alice Member');
  });

  it('takes names that differ only in case or form where they need not be unique', async (t) => {
    const server = await startServer(t);
    const refusal = badRequest('Unique names required in this organization.');

    const free = await update(server, 'admin', 'alice', { full_name: 'ＢＯＢ member' });
    server.db.run("INSERT INTO realm_settings VALUES ('require_unique_names', 'true')");
    const unique = await update(server, 'admin', 'alice', { full_name: 'bob Member' });
    const own = await update(server, 'admin', 'alice', { full_name: 'BOB MEMBER' });
    server.db.run('UPDATE users SET full_name = ? WHERE id = ?', 'Alice', server.users.alice.id);
    const ownCase = await update(server, 'admin', 'alice', { full_name: 'ALICE' });

    assert.deepEqual([free.body, unique.body, own.body, ownCase.body], [ok, refusal, refusal, ok]);
  });

  it('finds by real and by placeholder address', async (t) => {
    const server = await startServer(t);
    const { id } = server.users.alice;
    const admin = server.as('admin');

    const byAddress = await admin.patch('/users/ALICE@example.com', { full_name: 'One' });
    const byPlaceholder = await admin.patch(`/users/user${id}@chat.example.com`, { full_name: 'Two' });
    hideEmail(server, 'alice', 4);
    const hidden = await admin.patch('/users/alice@example.com', { full_name: 'Three' });
    const stillThere = await admin.patch(`/users/user${id}@chat.example.com`, { full_name: 'Four' });

    const bodies = [byAddress, byPlaceholder, hidden, stillThere].map(({ body }) => body);
    assert.deepEqual(bodies, [ok, ok, badRequest('No such user'), ok]);
    assert.equal((await seen(server, 'bob', 'alice')).full_name, 'Four');
  });

  it('changes a deactivated user and a bot, but not a bot of the server', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob', 'alice', 'admin']);
    const system = server.db.value<number>('SELECT min(id) FROM users WHERE is_system_bot = 1');
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.guest.id);

    const deactivated = await update(server, 'admin', 'guest', { full_name: 'Gone Guest' });
    const bot = await update(server, 'admin', 'bot', { full_name: 'Builder' });
    const ofServer = await server.as('owner').patch(`/users/${system}`, { full_name: 'Mine' });

    assert.deepEqual([deactivated.body, bot.body, ofServer.body], [ok, ok, badRequest('No such user')]);
    const renamed = (user_id: number, full_name: string) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id, full_name },
    });
    const people = [renamed(server.users.guest.id, 'Gone Guest'), renamed(server.users.bot.id, 'Builder')];
    const changes = { user_id: server.users.bot.id, full_name: 'Builder' };
    const administered = [...people, { type: 'realm_bot', op: 'update', bot: changes }];
    assert.deepEqual(await ears.heard(), { bob: people, alice: administered, admin: administered });
  });

  it('changes a role, and tells everyone of it and of the groups that follow', async (t) => {
    const server = await startServer(t);
    const { alice } = server.users;
    const ears = await listen(server, ['bob', 'guest']);

    const { body } = await update(server, 'admin', 'alice', { role: 300 });

    assert.deepEqual(body, ok);
    const record = await seen(server, 'bob', 'alice');
    assert.deepEqual([record.role, record.is_admin, record.is_guest], [300, false, false]);
    const group = (op: string, name: Parameters<typeof systemGroupId>[1]) => ({
      type: 'user_group',
      op,
      group_id: systemGroupId(server.db, name),
      user_ids: [alice.id],
    });
    const events = [
      { type: 'realm_user', op: 'update', person: { user_id: alice.id, role: 300 } },
      group('remove_members', 'role:members'),
      group('remove_members', 'role:fullmembers'),
      group('add_members', 'role:moderators'),
    ];
    const heard = await ears.heard();
    const byGroup = (one: { group_id?: number; op: string }) => `${one.op} ${one.group_id}`;
    for (const name of ['bob', 'guest'] as const) {
      assert.deepEqual(heard[name]?.map(byGroup).sort(), events.map(byGroup).sort());
      assert.deepEqual(heard[name]?.[0], events[0]);
    }
  });

  it('shows and hides channels with the role', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('bob'), 'kitchen');
    const known = { event_types: ['stream'] };
    const ears = await listen(server, ['alice', 'guest', 'bob'], known);

    await update(server, 'admin', 'guest', { role: 400 });
    await update(server, 'admin', 'alice', { role: 600 });

    assert.deepEqual(await ears.gist(), { guest: ['stream create: kitchen'], alice: ['stream delete: 2'] });
    const names = (await server.as('guest').get('/streams')).body.streams.map((one: { name: string }) => one.name);
    assert.deepEqual(names, ['general', 'kitchen']);
  });

  it('ends what follows all public channels once a member is a guest', async (t) => {
    const server = await startServer(t);
    const { body: open } = await server.as('alice').post('/register', { all_public_streams: true });
    const { body: own } = await server.as('alice').post('/register', {});
    await subscribe(server.as('bob'), 'kitchen');

    await update(server, 'admin', 'alice', { role: 600 });
    await send(server.as('bob'), { to: 'kitchen' });

    const poll = (queue_id: string) =>
      server.as('alice').get('/events', { queue_id, last_event_id: -1, dont_block: true });
    assert.equal((await poll(open.queue_id)).body.code, 'BAD_EVENT_QUEUE_ID');
    const { body } = await poll(own.queue_id);
    assert.ok(body.events.every(({ type }: { type: string }) => type !== 'message'));
  });

  it('lets only owners make and unmake owners, and administrators rename them', async (t) => {
    const server = await startServer(t);
    const refusal = badRequest('Must be an organization owner');

    const made = await update(server, 'admin', 'alice', { role: 100 });
    const self = await update(server, 'admin', 'admin', { role: 100 });
    const unmade = await update(server, 'admin', 'owner', { role: 200 });
    const renamed = await update(server, 'admin', 'owner', { full_name: 'Olivia Owner' });
    const byOwner = await update(server, 'owner', 'alice', { role: 100 });
    const second = await update(server, 'owner', 'owner', { role: 400 });

    assert.deepEqual([made.body, self.body, unmade.body], [refusal, refusal, refusal]);
    assert.deepEqual([renamed.body, byOwner.body, second.body], [ok, ok, ok]);
    assert.equal((await seen(server, 'alice', 'owner')).role, 400);
  });

  it('keeps the last owner, whatever bots and deactivated owners there are', async (t) => {
    const server = await startServer(t);
    const { db, users } = server;
    const refusal = 'The owner permission cannot be removed from the only organization owner.';
    db.run('UPDATE users SET role = 100, is_active = 0 WHERE id = ?', users.bob.id);
    db.run('UPDATE users SET role = 100 WHERE id = ?', users.bot.id);

    const last = await update(server, 'owner', 'owner', { role: 200 });
    const gone = await update(server, 'owner', 'bob', { role: 200 });
    const bot = await update(server, 'owner', 'bot', { role: 400 });

    assert.deepEqual([last.body, gone.body, bot.body], [badRequest(refusal), ok, ok]);
    assert.equal((await seen(server, 'alice', 'owner')).role, 100);
  });

  it('makes no guest an administrator or owner in one step', async (t) => {
    const server = await startServer(t);
    const refused = badRequest('Guests cannot be organization administrators');
    const give = async (role: number) => (await update(server, 'owner', 'guest', { role })).body;

    assert.deepEqual([await give(200), await give(100)], [refused, refused]);
    assert.equal((await seen(server, 'alice', 'guest')).role, 600);
    assert.deepEqual([await give(400), await give(200)], [ok, ok]);
  });

  it('changes nothing when one of several changes is refused', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);

    const { body } = await update(server, 'admin', 'alice', { role: 300, full_name: 'x'.repeat(101) });

    assert.deepEqual(body, badRequest('Name too long!'));
    assert.equal((await seen(server, 'bob', 'alice')).role, 400);
    assert.deepEqual(await ears.heard(), {});
  });

  it('changes an address for owners, and tells those who see it', async (t) => {
    const server = await startServer(t);
    const { alice } = server.users;
    const ears = await listen(server, ['bob', 'guest']);

    const refused = await update(server, 'admin', 'alice', { new_email: 'alice@example.org' });
    const { body } = await update(server, 'owner', 'alice', { new_email: ' alice@example.org ' });

    assert.deepEqual(refused.body, badRequest('Must be an organization owner'));
    assert.deepEqual(body, ok);
    const event = (fields: object) => ({ type: 'realm_user', op: 'update', person: { user_id: alice.id, ...fields } });
    const events = [event({ delivery_email: 'alice@example.org' }), event({ new_email: 'alice@example.org' })];
    assert.deepEqual(await ears.heard(), { bob: events, guest: events });
    assert.equal((await server.as('alice').get('/users/me')).status, 401);
    assert.equal((await seen(server, 'bob', 'alice')).email, 'alice@example.org');
  });

  it('tells of a hidden address only those who may see it', async (t) => {
    const server = await startServer(t);
    hideEmail(server, 'alice', 3);
    const ears = await listen(server, ['owner', 'admin', 'moderator', 'bob', 'guest']);

    await update(server, 'owner', 'alice', { new_email: 'alice@example.org' });

    const person = { user_id: server.users.alice.id, delivery_email: 'alice@example.org' };
    const event = { type: 'realm_user', op: 'update', person };
    assert.deepEqual(await ears.heard(), { owner: [event], admin: [event] });
  });

  it('is for administrators', async (t) => {
    const server = await startServer(t);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      const { body } = await update(server, name, name, { full_name: 'Somebody Else' });
      assert.deepEqual(body, badRequest('Insufficient permission'));
    }

    assert.equal((await seen(server, 'bob', 'alice')).full_name, 'Alice Member');
  });

  it("sets what is in a user's profile", async (t) => {
    const server = await startServer(t);
    const { body: field } = await server.as('admin').post('/realm/profile_fields', { field_type: 1, name: 'Phone' });

    const profile_data = [{ id: field.id, value: '12' }];
    const { body } = await update(server, 'admin', 'alice', { profile_data });

    assert.deepEqual(body, ok);
    const { body: shown } = await server
      .as('bob')
      .get(`/users/${server.users.alice.id}`, { include_custom_profile_fields: true });
    assert.equal(shown.user.profile_data[field.id].value, '12');
  });
});

describe('DELETE /users/{user_id_or_email}', () => {
  it('shuts the account: no key opens it, its clients are cut off, everyone hears', async (t) => {
    const server = await startServer(t);
    const { users, as } = server;
    const { body: queue } = await as('alice').post('/register', {});
    const poll = as('alice').get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
    const ears = await listen(server, ['bob', 'guest']);

    const { body } = await as('admin').delete(`/users/${users.alice.id}`);

    assert.deepEqual(body, ok);
    assert.deepEqual((await poll).body.events, []);
    assert.equal(server.app.queues.isOnline(users.alice.id), false);
    assert.deepEqual(
      await as('alice')
        .get('/users/me')
        .then(({ status }) => status),
      401,
    );
    assert.equal((await seen(server, 'bob', 'alice')).is_active, false);
    const gone = (user_id: number) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id, is_active: false },
    });
    const peer = { type: 'subscription', op: 'peer_remove', user_ids: [users.alice.id], stream_ids: [1] };
    const events = [gone(users.bot.id), gone(users.alice.id), peer];
    assert.deepEqual(await ears.heard(), { bob: events, guest: events });
  });

  it('tells of a private channel only those who know of it', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const principals = [users.alice.id, users.bob.id];
    const id = await subscribe(as('bob'), 'secret', { invite_only: true, principals });
    await subscribe(as('alice'), 'kitchen');
    const peers = { event_types: ['subscription'] };
    const ears = await listen(server, ['admin', 'bob', 'moderator', 'guest'], peers);

    await as('admin').delete(`/users/${users.alice.id}`);

    const user = users.alice.id;
    const gone = (channel_id: number) => `subscription peer_remove: users ${user} in ${channel_id}`;
    const heard = await ears.gist();
    const sorted = Object.fromEntries(Object.entries(heard).map(([name, lines]) => [name, [...lines].sort()]));
    assert.deepEqual(sorted, {
      admin: [gone(1), gone(id), gone(id + 1)],
      bob: [gone(1), gone(id), gone(id + 1)],
      moderator: [gone(1), gone(id + 1)],
      guest: [gone(1)],
    });
  });

  it('takes the bots of the user along, and tells those who administer them', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const ears = await listen(server, ['admin', 'bob'], { event_types: ['realm_bot'] });

    await as('admin').delete(`/users/${users.alice.id}`);

    assert.equal((await as('bot').get('/users/me')).status, 401);
    assert.equal((await seen(server, 'bob', 'bot')).is_active, false);
    const bot = { user_id: users.bot.id, is_active: false };
    assert.deepEqual(await ears.heard(), { admin: [{ type: 'realm_bot', op: 'update', bot }] });
  });

  it('refuses bots, owners to administrators, and the last owner', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;

    const bot = await as('admin').delete(`/users/${users.bot.id}`);
    const owner = await as('admin').delete(`/users/${users.owner.id}`);
    const last = await as('owner').delete(`/users/${users.owner.id}`);
    db.run('UPDATE users SET role = 100 WHERE id = ?', users.bob.id);
    const one = await as('owner').delete(`/users/${users.bob.id}`);

    assert.deepEqual(bot.body, badRequest('No such user'));
    assert.deepEqual(owner.body, badRequest('Must be an organization owner'));
    assert.deepEqual(last.body, badRequest('Cannot deactivate the only organization owner'));
    assert.deepEqual(one.body, ok);
  });

  it('lets an administrator shut their own account', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('admin').delete(`/users/${server.users.admin.id}`);

    assert.deepEqual(body, ok);
    assert.equal((await server.as('admin').get('/users/me')).status, 401);
  });

  it('leaves nobody deactivated among recipients and subscribers', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;

    await as('admin').delete(`/users/${users.alice.id}`);

    const direct = await as('bob').post('/messages', { type: 'direct', to: [users.alice.id], content: 'Hello' });
    assert.deepEqual(direct.body, badRequest('User is deactivated'));
    const { body } = await as('bob').get('/users/me/subscriptions', { include_subscribers: true });
    assert.equal(body.subscriptions[0].subscribers.includes(users.alice.id), false);
  });

  it('mails what the administrator has to say where mails can be sent', async (t) => {
    const server = await startServer(t);
    const mails: object[] = [];
    server.app.mailer = { send: async (mail) => void mails.push(mail), close: async () => {} };

    await server.as('admin').delete(`/users/${server.users.bob.id}`);
    await server.as('admin').delete(`/users/${server.users.guest.id}`, { deactivation_notification_comment: 'Bye!' });

    const words = `Your account in Test Organization (${server.url}) was deactivated. You can no longer log in there.`;
    assert.deepEqual(mails, [
      {
        to: 'guest@example.com',
        subject: 'Your account in Test Organization was deactivated',
        text: `${words}\n\nAn administrator adds:\n\nBye!`,
        from_name: 'Test Organization',
      },
    ]);
  });
});

describe('DELETE /users/me', () => {
  it('shuts the own account, and tells the others', async (t) => {
    const server = await startServer(t);
    const { users, as } = server;
    const ears = await listen(server, ['bob'], onlyUsers);

    const { body } = await as('guest').delete('/users/me');

    assert.deepEqual(body, ok);
    assert.equal((await as('guest').get('/users/me')).status, 401);
    const person = { user_id: users.guest.id, is_active: false };
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'realm_user', op: 'update', person }] });
  });

  it('keeps the last owner, and the last user', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const refusal = (entity: string, is_last_owner: boolean) => ({
      result: 'error',
      msg: `Cannot deactivate the only ${entity}.`,
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner,
      entity,
    });

    const owner = await as('owner').delete('/users/me');
    db.run('UPDATE users SET is_active = 0 WHERE bot_type IS NULL AND id <> ?', users.alice.id);
    const last = await as('alice').delete('/users/me');

    assert.deepEqual(owner.body, refusal('organization owner', true));
    assert.deepEqual(last.body, refusal('user', false));
    assert.equal((await as('alice').get('/users/me')).status, 200);
  });
});

describe('POST /users/{user_id}/reactivate', () => {
  it('opens the account again with its subscriptions, and tells everyone', async (t) => {
    const server = await startServer(t);
    const { as, users, app } = server;
    storePasswordHash(app, users.bob, await hashPassword(app, castPassword));
    await as('admin').delete(`/users/${users.bob.id}`);
    await send(as('alice'), { to: 'general', content: 'While you were away' });
    const ears = await listen(server, ['guest'], { event_types: ['realm_user', 'subscription'] });

    const { body } = await as('admin').post(`/users/${users.bob.id}/reactivate`);

    assert.deepEqual(body, ok);
    const person = { user_id: users.bob.id, is_active: true };
    assert.deepEqual(await ears.heard(), {
      guest: [
        { type: 'realm_user', op: 'update', person },
        { type: 'subscription', op: 'peer_add', user_ids: [users.bob.id], stream_ids: [1] },
      ],
    });
    assert.equal((await as('bob').get('/users/me')).status, 401, 'keys from before stay useless');
    const login = { username: 'bob@example.com', password: castPassword };
    assert.equal((await server.anonymous.post('/fetch_api_key', login)).status, 200);
    const { body: seenByAlice } = await as('alice').get('/streams/1/members');
    assert.ok(seenByAlice.subscribers.includes(users.bob.id));
  });

  it('says nothing of an account that is open', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['guest']);

    const { body } = await server.as('admin').post(`/users/${server.users.bob.id}/reactivate`);

    assert.deepEqual(body, ok);
    assert.deepEqual(await ears.heard(), {});
  });

  it('gives a bot whose owner is gone to the one who opens it', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await as('admin').delete(`/users/${users.alice.id}`);
    const ears = await listen(server, ['owner', 'admin'], { event_types: ['realm_bot'] });

    const { body } = await as('admin').post(`/users/${users.bot.id}/reactivate`);

    assert.deepEqual(body, ok);
    const record = await seen(server, 'bob', 'bot');
    assert.deepEqual([record.is_active, record.bot_owner_id], [true, users.admin.id]);
    const changed = (changes: object) => ({
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: users.bot.id, ...changes },
    });
    const events = [changed({ is_active: true }), changed({ owner_id: users.admin.id })];
    assert.deepEqual(await ears.heard(), { owner: events, admin: events });
  });

  it('is for administrators, and only owners bring owners back', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;
    db.run('UPDATE users SET is_active = 0, role = 100 WHERE id = ?', users.bob.id);
    const path = `/users/${users.bob.id}/reactivate`;

    const member = await as('alice').post(path);
    const admin = await as('admin').post(path);
    const owner = await as('owner').post(path);

    assert.deepEqual(member.body, badRequest('Insufficient permission'));
    assert.deepEqual(admin.body, badRequest('Must be an organization owner'));
    assert.deepEqual(owner.body, ok);
  });
});

describe('PATCH /users/{user_id_or_email} with new_email', () => {
  it('tells the previous address', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);

    const { body } = await update(server, 'owner', 'alice', { new_email: 'new@example.com' });
    await mailbox.receive(1);

    assert.deepEqual(body, ok);
    assert.deepEqual(
      mailbox.mails.map(({ to, subject }) => [to, subject]),
      [['alice@example.com', 'Your address at Test Organization has changed']],
    );
  });
});
