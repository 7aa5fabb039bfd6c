import assert from 'node:assert/strict';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { createApp } from '../../src/app.ts';
import { deliverOutbox, Outbox } from '../../src/events/outbox.ts';
import { publishNewFullMembers } from '../../src/jobs/new-full-members.ts';
import { doDeliverDue } from '../../src/later/delivery.ts';
import { doDeleteExpired } from '../../src/messages/retention.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { runBot } from '../support/answering-bot.ts';
import type { Answer } from '../support/client.ts';
import { uploadFile } from '../support/files.ts';
import { send, subscribe } from '../support/scene.ts';
import type { TestServer } from '../support/server.ts';

/** What happens while clients listen; it may first bring about the right state and returns what then happens. */
type Story = (server: TestServer) => Promise<() => Promise<void> | void>;

const day = 86_400;
const everyone = 2;
const members = 3;
const fullMembers = 4;

/** Changes that concern more than what they change, by what happens. */
export const stories: Readonly<Record<string, Story>> = {
  'a message that somebody received before leaving the channel is changed': async (server) => {
    const message_id = await send(server.as('bob'), { to: 'general' });
    await server.as('alice').post('/messages/flags', { messages: [message_id], op: 'add', flag: 'starred' });
    await leave(server, ['alice']);
    return async () => {
      await ok(server.as('bob').patch(`/messages/${message_id}`, { content: 'new', topic: 'dinner' }));
      await ok(server.as('bob').post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }));
      await ok(server.as('bob').delete(`/messages/${message_id}`));
    };
  },
  'a person calls a command of a bot': async (server) => {
    await runBot(server);
    return () =>
      ok(server.as('bob').post('/commands/deploy/calls', { type: 'channel', to: 'general', topic: 'lunch' }));
  },
  'somebody lets administrators export their private data': async (server) => async () => {
    await ok(server.as('alice').patch('/settings', { allow_private_data_export: true }));
  },
  'two leave a channel at once, with something unread there': async (server) => {
    await send(server.as('owner'), { to: 'general' });
    return () => leave(server, ['alice', 'bob']);
  },
  'somebody comes to a channel into which a message of theirs had moved': async (server) => {
    const stream_id = await subscribe(server.as('owner'), 'secret', { invite_only: true });
    const message_id = await send(server.as('owner'), { to: 'general' });
    await ok(server.as('owner').patch(`/messages/${message_id}`, { stream_id }));
    return () => subscribeOthers(server, 'secret', ['alice']);
  },
  'messages move to a channel that some may read without following it': async (server) => {
    const protectedHistory = { invite_only: true, history_public_to_subscribers: false, can_subscribe_group: members };
    const stream_id = await subscribe(server.as('owner'), 'closed', protectedHistory);
    const message_id = await send(server.as('bob'), { to: 'general' });
    return async () => {
      await ok(server.as('owner').patch(`/messages/${message_id}`, { stream_id }));
      await ok(server.as('owner').post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }));
    };
  },
  'a message moves from a channel that its reader left to one that they may read': async (server) => {
    const secret = await subscribe(server.as('owner'), 'secret', { invite_only: true });
    await subscribeOthers(server, 'secret', ['alice']);
    const message_id = await send(server.as('owner'), { to: secret });
    const subscriptions = ['secret'];
    await ok(server.as('alice').delete('/users/me/subscriptions', { subscriptions }));
    await leave(server, ['alice']);
    return () => ok(server.as('owner').patch(`/messages/${message_id}`, { stream_id: 1 }));
  },
  'a message joins a topic that is spelled otherwise': async (server) => {
    await send(server.as('bob'), { to: 'general', topic: 'Dinner' });
    const message_id = await send(server.as('bob'), { to: 'general', topic: 'lunch' });
    return () => ok(server.as('bob').patch(`/messages/${message_id}`, { topic: 'dinner' }));
  },
  'a topic with policies is spelled otherwise': async (server) => {
    const message_id = await send(server.as('bob'), { to: 'general', topic: 'lunch' });
    for (const name of ['alice', 'guest'] as const) {
      await ok(server.as(name).post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 1 }));
    }
    // A user who has lost the channel receives nothing.
    await leave(server, ['guest']);
    return () =>
      ok(server.as('bob').patch(`/messages/${message_id}`, { topic: 'Lunch', propagate_mode: 'change_all' }));
  },
  'a channel with policies is lost and found': async (server) => {
    await ok(server.as('guest').post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 3 }));
    return async () => {
      await leave(server, ['guest']);
      await subscribeOthers(server, 'general', ['guest']);
    };
  },
  'a member becomes a guest': async (server) => () => setRole(server, 'bob', roles.guest),
  'a guest becomes a member': async (server) => () => setRole(server, 'guest', roles.member),
  'a member becomes an administrator': async (server) => {
    await ok(server.as('owner').patch('/settings', { email_address_visibility: 3 }));
    return () => setRole(server, 'bob', roles.administrator);
  },
  'an administrator becomes a member': async (server) => {
    await ok(server.as('owner').patch('/settings', { email_address_visibility: 3 }));
    return () => setRole(server, 'admin', roles.member);
  },
  'the role of a deactivated user changes': async (server) => {
    await ok(server.as('owner').delete(`/users/${server.users.moderator.id}`));
    return () => setRole(server, 'moderator', roles.administrator);
  },
  'guests may no longer know everyone': async (server) => {
    await leave(server, ['guest']);
    return () => letGuestsKnow(server, members);
  },
  'guests may know everyone': async (server) => {
    await ok(server.as('moderator').post('/users/me/status', { status_text: 'busy' }));
    await leave(server, ['guest']);
    await letGuestsKnow(server, members);
    return () => letGuestsKnow(server, everyone);
  },
  'somebody with a status is deactivated and comes back': async (server) => {
    const person = { email: 'carol@example.com', full_name: 'Carol', password: 'correct horse battery staple' };
    const { body } = await server.as('owner').post('/users', person);
    const path = `/users/${body.user_id}`;
    await ok(server.as('owner').post(`${path}/status`, { status_text: 'busy', emoji_name: 'tada' }));
    return async () => {
      await ok(server.as('owner').delete(path));
      await ok(server.as('owner').post(`${path}/reactivate`));
    };
  },
  'somebody hides': async (server) => () =>
    ok(server.as('bob').patch('/settings', { presence_enabled: false, email_address_visibility: 4 })),
  'the channel that a bot is meant for has another name': async (server) => {
    await ok(server.as('owner').patch(`/bots/${server.users.bot.id}`, { default_sending_stream: 'general' }));
    return () => ok(server.as('owner').patch('/streams/1', { new_name: 'everything' }));
  },
  'a topic is resolved where nobody sees former versions': async (server) => {
    await ok(server.as('owner').patch('/realm', { message_edit_history_visibility_policy: 'none' }));
    const message_id = await send(server.as('bob'), { to: 'general', topic: 'lunch' });
    const resolved = { topic: '✔ lunch', propagate_mode: 'change_all' };
    return () => ok(server.as('bob').patch(`/messages/${message_id}`, resolved));
  },
  'what was scheduled is delivered': async (server) => {
    const message_id = await send(server.as('bob'), { to: 'general' });
    const scheduled_delivery_timestamp = server.clock.now() + 60;
    const values = { type: 'channel', to: 1, topic: 'lunch', content: 'later', scheduled_delivery_timestamp };
    await ok(server.as('alice').post('/scheduled_messages', values));
    await ok(server.as('alice').post('/reminders', { message_id, scheduled_delivery_timestamp }));
    return () => {
      server.clock.advance(61);
      doDeliverDue(server.app);
    };
  },
  'messages expire': async (server) => {
    setRealmSetting(server.db, 'message_retention_days', 1);
    const message_id = await send(server.as('bob'), { to: 'general' });
    await ok(server.as('guest').post('/messages/flags', { messages: [message_id], op: 'add', flag: 'starred' }));
    await send(server.as('bob'), { type: 'direct', to: [server.users.alice.id] });
    return () => {
      server.clock.advance(2 * day);
      doDeleteExpired(server.app);
    };
  },
  'members have waited long enough': async (server) => {
    setRealmSetting(server.db, 'waiting_period_threshold', 1);
    await subscribe(server.as('owner'), 'veterans', { invite_only: true, can_subscribe_group: fullMembers });
    publishNewFullMembers(server.app);
    return () => {
      server.clock.advance(day + 30);
      publishNewFullMembers(server.app);
    };
  },
  'members have to wait longer': async (server) => {
    await subscribe(server.as('owner'), 'veterans', { invite_only: true, can_subscribe_group: fullMembers });
    return () => ok(server.as('owner').patch('/realm', { waiting_period_threshold: 3 }));
  },
  'somebody stops writing, and stops editing': async (server) => {
    const message_id = await send(server.as('alice'), { to: 'general' });
    const place = { type: 'stream', stream_id: 1, topic: 'lunch' };
    return async () => {
      await ok(server.as('alice').post('/typing', { op: 'stop', ...place }));
      await ok(server.as('alice').post(`/messages/${message_id}/typing`, { op: 'stop' }));
    };
  },
  'a file is sent in a message': async (server) => {
    const path = await uploadFile(server.as('alice'), new Uint8Array([1, 2, 3]), 'levels.bin');
    return async () => {
      await send(server.as('alice'), { to: 'general', content: `[levels](${path})` });
    };
  },
  'a group is no part of another any more': async (server) => {
    const make = async (name: string, subgroups: readonly number[]) => {
      const { body } = await server
        .as('owner')
        .post('/user_groups/create', { name, description: '', members: [], subgroups });
      return body.group_id as number;
    };
    const inner = await make('inner', []);
    const outer = await make('outer', [inner]);
    return () => ok(server.as('owner').post(`/user_groups/${outer}/subgroups`, { delete: [inner] }));
  },
  'a command makes a user while the server runs': async (server) => {
    setRealmSetting(server.db, 'signup_announcements_stream_id', 1);
    return () => {
      const { app, db, clock } = server;
      const beside = createApp({ config: app.config, db, clock, secret: Buffer.alloc(32), outbox: new Outbox(db) });
      const person = { email: 'carol@example.com', full_name: 'Carol', role: roles.member, password_hash: null };
      db.transaction(() => doCreateUser(beside, person));
      deliverOutbox(db, app.queues);
    };
  },
};

async function ok(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
}

type Name = keyof TestServer['users'];

function leave(server: TestServer, names: readonly Name[]): Promise<void> {
  const principals = names.map((name) => server.users[name].id);
  return ok(server.as('owner').delete('/users/me/subscriptions', { subscriptions: ['general'], principals }));
}

function subscribeOthers(server: TestServer, channel: string, names: readonly Name[]): Promise<void> {
  const principals = names.map((name) => server.users[name].id);
  return ok(server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: channel }], principals }));
}

/** Lets guests know of all people, or only of those they have to do with. */
function letGuestsKnow(server: TestServer, group: number): Promise<void> {
  return ok(server.as('owner').patch('/realm', { can_access_all_users_group: { new: group } }));
}

function setRole(server: TestServer, name: Name, role: number): Promise<void> {
  return ok(server.as('owner').patch(`/users/${server.users[name].id}`, { role }));
}
