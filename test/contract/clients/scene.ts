import assert from 'node:assert/strict';
import type { Answer } from '../../support/client.ts';
import { uploadFile } from '../../support/files.ts';
import { png, upload } from '../../support/pictures.ts';
import { send, subscribe } from '../../support/scene.ts';
import type { TestServer } from '../../support/server.ts';

/** A program that people have, and how it talks to a server. */
export interface ExistingClient {
  name: string;
  /** Does what the program does from its start on, as Alice; returns what it missed in the answers. */
  talk(server: TestServer, furnished: Furnished): Promise<readonly string[]>;
}

/** What is there when a client of Alice's starts: something of everything. */
export interface Furnished {
  stream_id: number;
  group_id: number;
  field_id: number;
  folder_id: number;
  /** Alice's message in the channel `design`, topic `lunch`; Bob has reacted to it. */
  message_id: number;
  /** A poll of Bob's. */
  poll_id: number;
}

/** Fills an organization, so that no list that Alice's client gets is empty. */
export async function furnish(server: TestServer): Promise<Furnished> {
  const stream_id = await furnishChannel(server);
  const { field_id, group_id, folder_id } = await furnishOrganization(server);
  await furnishPeople(server);
  const { message_id, poll_id } = await furnishMessages(server);
  await furnishOwn(server, stream_id, field_id);
  return { stream_id, group_id, field_id, folder_id, message_id, poll_id };
}

async function furnishChannel({ as }: TestServer): Promise<number> {
  const stream_id = await subscribe(as('alice'), 'design', {
    subscriptions: [{ name: 'design', description: 'What it *looks* like' }],
  });
  await subscribe(as('bob'), 'design');
  await subscribe(as('bob'), 'secrets', { invite_only: true, principals: ['bob@example.com', 'alice@example.com'] });
  await subscribe(as('bob'), 'elsewhere');
  return stream_id;
}

async function furnishOrganization(server: TestServer): Promise<Record<'field_id' | 'group_id' | 'folder_id', number>> {
  const { as, users } = server;
  const admin = as('admin');
  await must(upload(admin, '/realm/emoji/soup', [png(1)]));
  await must(upload(admin, '/realm/emoji/stew', [png(2)]));
  await must(admin.delete('/realm/emoji/stew'));
  await must(admin.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }));
  await must(as('owner').post('/realm/domains', { domain: 'example.org', allow_subdomains: false }));
  const { id: field_id } = await must(
    admin.post('/realm/profile_fields', { name: 'Phone', hint: 'With country', field_type: 1 }),
  );
  const group = { name: 'cooks', description: 'They cook', members: [users.alice.id] };
  const { group_id } = await must(admin.post('/user_groups/create', group));
  const folder = { name: 'Work', description: 'What we *live* from' };
  const { channel_folder_id: folder_id } = await must(admin.post('/channel_folders/create', folder));
  return { field_id, group_id, folder_id };
}

async function furnishPeople({ as, users }: TestServer): Promise<void> {
  await must(as('bob').post('/users/me/status', { status_text: 'At lunch', emoji_name: 'hamburger' }));
  for (const name of ['alice', 'bob'] as const) {
    await must(as(name).post('/users/me/presence', { status: 'active', new_user_input: true }));
  }
  const former = { email: 'former@example.com', password: 'the long password of a former', full_name: 'A Former' };
  const { user_id } = await must(as('admin').post('/users', former));
  await must(as('admin').delete(`/users/${user_id}`));
  await must(as('alice').post(`/users/me/muted_users/${users.guest.id}`));
}

async function furnishMessages({ as, users }: TestServer): Promise<Record<'message_id' | 'poll_id', number>> {
  const bob = as('bob');
  const message_id = await send(as('alice'), { to: 'design', content: 'A **first** draft #12' });
  await must(as('alice').patch(`/messages/${message_id}`, { content: 'A **second** draft #12' }));
  await must(bob.post(`/messages/${message_id}/reactions`, { emoji_name: 'heart' }));
  await must(bob.post('/messages/flags', { messages: [message_id], op: 'add', flag: 'read' }));
  await must(as('alice').post('/messages/flags', { messages: [message_id], op: 'add', flag: 'starred' }));
  await send(bob, { to: 'design', content: '@**Alice Member** look: #**design**' });
  const poll_id = await send(bob, { to: 'design', topic: 'vote', content: '/poll Tea?\nyes\nno' });
  await send(bob, { type: 'direct', to: [users.alice.id], content: 'For you' });
  await send(bob, { type: 'direct', to: [users.alice.id, users.owner.id], content: 'For you two' });
  return { message_id, poll_id };
}

async function furnishOwn({ as }: TestServer, stream_id: number, field_id: number): Promise<void> {
  const alice = as('alice');
  await must(alice.post('/users/me/alert_words', { alert_words: ['soup'] }));
  await must(alice.post('/user_topics', { stream_id, topic: 'noise', visibility_policy: 1 }));
  await must(alice.patch('/users/me/profile_data', { data: [{ id: field_id, value: '+351 210 000 000' }] }));
  await must(alice.post('/saved_snippets', { title: 'Thanks', content: 'Thank you!' }));
  await must(alice.post('/drafts', { drafts: [{ type: 'stream', to: [stream_id], topic: 'a', content: 'b' }] }));
  await send(alice, { to: 'design', topic: 'files', content: `[Note](${await uploadFile(alice)})` });
}

/** Lets others, and Alice elsewhere, do what Alice's client is told of by events. */
export async function stir(server: TestServer, furnished: Furnished): Promise<void> {
  await stirMessages(server, furnished);
  await stirChannels(server, furnished);
  await stirOrganization(server, furnished);
  await stirPeople(server, furnished);
}

async function stirMessages({ as, users }: TestServer, { message_id, poll_id }: Furnished): Promise<void> {
  const [alice, bob] = [as('alice'), as('bob')];
  const id = await send(bob, { to: 'design', content: 'Soup is **up**' });
  await send(bob, { type: 'direct', to: [users.alice.id], content: 'And for you' });
  await must(bob.patch(`/messages/${id}`, { content: 'Stew is up', topic: 'dinner', propagate_mode: 'change_one' }));
  for (const op of ['add', 'remove'] as const) {
    await must(alice.post('/messages/flags', { messages: [id], op, flag: 'starred' }));
    await must(alice.post('/messages/flags', { messages: [id], op, flag: 'read' }));
  }
  await must(bob.post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }));
  await must(bob.delete(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }));
  const vote = { type: 'vote', key: 'canned,0', vote: 1 };
  await must(bob.post('/submessage', { message_id: poll_id, msg_type: 'widget', content: JSON.stringify(vote) }));
  for (const op of ['start', 'stop']) await must(bob.post('/typing', { op, to: [users.alice.id] }));
  await must(as('owner').delete(`/messages/${id}`));
}

async function stirChannels({ as, users }: TestServer, { stream_id, folder_id }: Furnished): Promise<void> {
  const [alice, admin] = [as('alice'), as('admin')];
  const general = await subscribe(admin, 'plans', { principals: [users.admin.id, users.alice.id] });
  await must(admin.patch(`/streams/${general}`, { description: 'What *comes*' }));
  await must(
    alice.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    }),
  );
  await must(as('moderator').post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] }));
  await must(as('moderator').delete('/users/me/subscriptions', { subscriptions: ['design'] }));
  await must(alice.delete('/users/me/subscriptions', { subscriptions: ['plans'] }));
  await must(admin.delete(`/streams/${general}`));
  await must(admin.patch(`/channel_folders/${folder_id}`, { name: 'Jobs' }));
  await must(admin.post('/channel_folders/create', { name: 'Play', description: '' }));
}

async function stirOrganization({ as, users }: TestServer, { group_id, field_id }: Furnished): Promise<void> {
  const admin = as('admin');
  await must(upload(admin, '/realm/emoji/bread', [png(3)]));
  await must(admin.patch(`/realm/profile_fields/${field_id}`, { name: 'Telephone' }));
  const group = { name: 'artists', description: 'They draw', members: [users.alice.id] };
  const { group_id: artists } = await must(admin.post('/user_groups/create', group));
  await must(admin.patch(`/user_groups/${group_id}`, { description: 'They cook well' }));
  await must(admin.post(`/user_groups/${group_id}/members`, { add: [users.bob.id] }));
  await must(admin.post(`/user_groups/${group_id}/members`, { delete: [users.bob.id] }));
  await must(admin.post(`/user_groups/${group_id}/subgroups`, { add: [artists] }));
  await must(admin.post(`/user_groups/${group_id}/subgroups`, { delete: [artists] }));
  await must(admin.patch('/realm', { name: 'Renamed Organization' }));
}

async function stirPeople({ as, users }: TestServer, { stream_id, field_id }: Furnished): Promise<void> {
  const [alice, bob, admin] = [as('alice'), as('bob'), as('admin')];
  const newcomer = { email: 'new@example.com', password: 'the long password of the new one', full_name: 'Newcomer' };
  await must(admin.post('/users', newcomer));
  await must(bob.patch('/settings', { full_name: 'Bob Renamed' }));
  await must(bob.patch('/users/me/profile_data', { data: [{ id: field_id, value: '+49 30 000000' }] }));
  await must(bob.post('/users/me/status', { status_text: 'Back' }));
  await must(as('moderator').post('/users/me/presence', { status: 'active', new_user_input: true }));
  await must(alice.patch('/settings', { twenty_four_hour_time: true }));
  await must(alice.post('/users/me/alert_words', { alert_words: ['stew'] }));
  await must(alice.post(`/users/me/muted_users/${users.moderator.id}`));
  await must(alice.post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 3 }));
  const { saved_snippet_id } = await must(alice.post('/saved_snippets', { title: 'Hello', content: 'Hello!' }));
  await must(alice.patch(`/saved_snippets/${saved_snippet_id}`, { title: 'Hi' }));
  await must(alice.delete(`/saved_snippets/${saved_snippet_id}`));
}

async function must(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
