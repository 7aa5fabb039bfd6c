import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchVisibilityThroughGroup, watchVisibilityTo } from '../../src/channels/visibility.ts';
import { canSeeChannel, listChannels, listVisibleChannels } from '../../src/conversations/channel.ts';
import { channelAudienceLister, listChannelAudience } from '../../src/conversations/channel-audience.ts';
import { channelPermissionNames } from '../../src/conversations/channel-permissions.ts';
import { Outbox } from '../../src/events/outbox.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { type Role, roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const quietly = { event_types: ['stream', 'subscription'] };

describe('a change of role', () => {
  it('gives and takes the channels that the role opens', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const [alice, bob] = [users.alice.id, users.bob.id];
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    await subscribe(server.as('alice'), 'shared', { invite_only: true, principals: [bob] });
    const ears = await listen(server, ['admin', 'bob'], quietly);
    const makeBob = async (role: Role) => {
      db.transaction(() => {
        const tell = watchVisibilityTo(app, { user: users.bob });
        db.run('UPDATE users SET role = ? WHERE id = ?', role, bob);
        tell();
      });
      return ears.gist();
    };

    const asGuest = await makeBob(roles.guest);
    const asAdministrator = await makeBob(roles.administrator);
    const asMember = await makeBob(roles.member);

    const peers = (id: number) => `subscription peer_add: users ${alice} in ${id}`;
    assert.deepEqual(asGuest, { bob: ['stream delete: 2'] });
    assert.deepEqual(asAdministrator, { bob: ['stream create: open,secret', peers(2), peers(3)] });
    assert.deepEqual(asMember, { bob: ['stream delete: 3'] });
  });
});

describe('a change of a group', () => {
  it('gives and takes the private channels that the group opens, also through other groups', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const [inner, outer] = ['cooks', 'staff'].map(
      (name) => db.run('INSERT INTO groups (name, name_key) VALUES (?1, ?1)', name).id,
    ) as [number, number];
    db.run('INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (?, ?)', outer, inner);
    await subscribe(server.as('alice'), 'secret', { invite_only: true, can_subscribe_group: outer });
    await subscribe(server.as('alice'), 'open', { can_subscribe_group: outer });
    await subscribe(server.as('alice'), 'silent', { invite_only: true, can_send_message_group: outer });
    const ears = await listen(server, ['admin', 'bob', 'guest'], quietly);
    const change = async (sql: string) => {
      db.transaction(() => {
        const tell = watchVisibilityThroughGroup(app, { group_id: inner });
        for (const user of [users.bob, users.guest, users.admin]) db.run(sql, inner, user.id);
        tell();
      });
      return ears.gist();
    };

    const joined = await change('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)');
    const left = await change('DELETE FROM group_members WHERE group_id = ? AND user_id = ?');

    assert.deepEqual(joined, {
      bob: ['stream create: secret', `subscription peer_add: users ${users.alice.id} in 2`],
    });
    assert.deepEqual(left, { bob: ['stream delete: 2'] });
  });

  it('leaves out channels that a user sees in another way, before and after', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const [cooks, staff, others] = ['cooks', 'staff', 'others'].map(
      (name) => db.run('INSERT INTO groups (name, name_key) VALUES (?1, ?1)', name).id,
    ) as [number, number, number];
    const addTo = (outer: number) => db.run('INSERT INTO group_subgroups VALUES (?, ?)', outer, cooks);
    for (const outer of [staff, others]) addTo(outer);
    db.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', others, users.bob.id);
    const permissions = { invite_only: true, can_subscribe_group: staff };
    await subscribe(server.as('alice'), 'only so', permissions);
    await subscribe(server.as('alice'), 'only so, too', permissions);
    await subscribe(server.as('alice'), 'through others', { ...permissions, can_administer_channel_group: others });
    await subscribe(server.as('alice'), 'subscribed', { ...permissions, principals: [users.bob.id] });
    const ears = await listen(server, ['admin', 'bob'], { event_types: ['stream'] });
    const change = async (sql: string) => {
      db.transaction(() => {
        const tell = watchVisibilityThroughGroup(app, { group_id: cooks });
        db.run(sql, cooks, users.bob.id);
        tell();
      });
      return ears.gist();
    };

    const joined = await change('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)');
    const left = await change('DELETE FROM group_members WHERE group_id = ? AND user_id = ?');

    assert.deepEqual(joined, { bob: ['stream create: only so,only so, too'] });
    assert.deepEqual(left, { bob: ['stream delete: 2,3'] });
  });
});

describe('the audience of a channel', () => {
  it('has exactly the users whom each check by itself lets through', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const { alice, bob, guest } = users;
    const named = db.run("INSERT INTO groups (name, name_key) VALUES ('cooks', 'cooks')").id;
    for (const { id } of [bob, guest]) db.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', named, id);
    const people = { direct_members: [bob.id, guest.id], direct_subgroups: [] };
    const groups = { named, people, moderators: systemGroupId(db, 'role:moderators') };
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'window');
    db.run("UPDATE channels SET is_web_public = 1 WHERE name = 'window'");
    await subscribe(server.as('alice'), 'shared', { invite_only: true, principals: [guest.id, alice.id] });
    for (const setting of channelPermissionNames) {
      for (const [name, group] of Object.entries(groups)) {
        const values = { invite_only: true, history_public_to_subscribers: true, [setting]: group };
        await subscribe(server.as('owner'), `${setting} ${name}`, values);
      }
    }

    const beside = { ...app, clients: new Outbox(db) };
    const counts = Object.values(users).map((user) => {
      const seen = listVisibleChannels(app, user).map(({ id }) => id);
      const checked = listChannels(db).filter((channel) => canSeeChannel(app, user, channel));
      const told = checked.filter((channel) => listChannelAudience(beside, channel).includes(user.id));
      assert.deepEqual(
        seen,
        checked.map(({ id }) => id),
      );
      assert.deepEqual(checked, told);
      return seen.length;
    });

    assert.deepEqual(counts, [37, 37, 6, 4, 9, 3, 3]);
    const list = channelAudienceLister(beside);
    for (const channel of listChannels(db)) {
      assert.deepEqual(list(channel), listChannelAudience(beside, channel), channel.name);
    }
  });

  it('has only the users who have a client, in a server', async (t) => {
    const server = await startServer(t);
    const { app, users } = server;
    const { alice, bob, guest } = users;
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'shared', { invite_only: true, principals: [guest.id, bob.id] });
    await listen(server, ['alice', 'guest']);

    const audiences = listChannels(app.db).map((channel) => [channel.name, listChannelAudience(app, channel)]);

    assert.deepEqual(Object.fromEntries(audiences), {
      general: [alice.id, guest.id],
      open: [alice.id],
      shared: [alice.id, guest.id],
    });
  });
});
