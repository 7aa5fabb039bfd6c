import { setRealmSetting } from '../../../src/realm/settings.ts';
import { storeUserSetting } from '../../../src/users/settings.ts';
import type { Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import {
  addMany,
  crowdGeneral,
  deactivate,
  givePermission,
  listFull,
  noChannelWildcard,
  noTopicWildcard,
  type Provocation,
  type Provocations,
  type Provoke,
  reactAsEveryone,
  restrictGeneral,
  sendAsAlice,
  type ValidCalls,
} from '../call.ts';

const lunch = { type: 'channel', to: 1, topic: 'lunch', content: 'Soup today' };
const letter = { type: 'direct', content: 'Hello' };
const snippet = { title: 'Greeting', content: 'Hello, and welcome!' };
const draft = { type: 'stream', to: [1], topic: 'lunch', content: 'Soup to' };
const inPast = 'Scheduled delivery time must be in the future.';
const noScheduled = 'Scheduled message does not exist';
const sentAlready = 'Scheduled message was already sent';
const noReminder = 'Reminder does not exist';
const noSnippet = 'Saved snippet does not exist.';
const noDraft = 'Draft does not exist';
const draftsOff = 'User has disabled synchronizing drafts.';

/** Calls about what happens later that succeed. */
export const validCalls: ValidCalls = {
  getScheduledMessages: async (server) => {
    await schedule(server);
    return { as: 'alice' };
  },
  createScheduledMessage: (server) => ({ as: 'alice', values: { ...lunch, ...inAnHour(server) } }),
  updateScheduledMessage: async (server) => ({
    as: 'alice',
    path: { scheduled_message_id: await schedule(server) },
    values: { ...lunch, content: 'Bread today', ...inAnHour(server) },
  }),
  deleteScheduledMessage: async (server) => ({ as: 'alice', path: { scheduled_message_id: await schedule(server) } }),
  getReminders: async (server) => {
    await remind(server);
    return { as: 'alice' };
  },
  createReminder: async (server) => ({
    as: 'alice',
    values: { message_id: await sendAsAlice(server), ...inAnHour(server), note: 'Bring a spoon' },
  }),
  deleteReminder: async (server) => ({ as: 'alice', path: { reminder_id: await remind(server) } }),
  getDrafts: async (server) => {
    await keepDraft(server);
    return { as: 'alice' };
  },
  createDrafts: () => ({ as: 'alice', values: { drafts: [draft] } }),
  editDraft: async (server) => ({
    as: 'alice',
    path: { draft_id: await keepDraft(server) },
    values: { draft: { ...draft, content: 'Soup today', timestamp: 1 } },
  }),
  deleteDraft: async (server) => ({ as: 'alice', path: { draft_id: await keepDraft(server) } }),
  getSavedSnippets: async (server) => {
    await saveSnippet(server);
    return { as: 'alice' };
  },
  createSavedSnippet: () => ({ as: 'alice', values: snippet }),
  editSavedSnippet: async (server) => ({
    as: 'alice',
    path: { saved_snippet_id: await saveSnippet(server) },
    values: { title: 'Farewell', content: 'Goodbye!' },
  }),
  deleteSavedSnippet: async (server) => ({ as: 'alice', path: { saved_snippet_id: await saveSnippet(server) } }),
};

/** What is planned and cannot be sent: the error's text, and how its values come about. */
const impossible: Record<string, (server: TestServer) => Planned | Promise<Planned>> = {
  'Message must not be empty': () => ({ ...lunch, content: ' \n' }),
  'Message must not contain null bytes': () => ({ ...lunch, content: 'Soup\0today' }),
  'Message is too long (limit: 10000 characters).': () => ({ ...lunch, content: 'x'.repeat(10_001) }),
  'Unable to render message: its HTML is too long (limit: 1000000 bytes).': () => ({
    ...lunch,
    content: '🫰'.repeat(10_000),
  }),
  'Message must have recipients': () => ({ ...letter, to: [] }),
  'Invalid data type for recipients': () => ({ ...letter, to: 1 }),
  'Expected exactly one channel': () => ({ ...lunch, to: [1, 2] }),
  'Invalid user ID {id}': () => ({ ...letter, to: [999], msg: 'Invalid user ID 999' }),
  'User is deactivated': (server) => {
    deactivate(server, 'bob');
    return { ...letter, to: [server.users.bob.id] };
  },
  "Channel with ID '{id}' does not exist": () => ({
    ...lunch,
    to: 999,
    msg: "Channel with ID '999' does not exist",
    code: 'STREAM_DOES_NOT_EXIST',
    extra: { stream_id: 999 },
  }),
  "Not authorized to send to channel '{name}'": ({ db }) => {
    db.run("UPDATE channels SET is_archived = 1 WHERE name = 'general'");
    return { ...lunch, msg: "Not authorized to send to channel 'general'" };
  },
  'You do not have permission to post in this channel.': (server) => {
    restrictGeneral(server, 'can_send_message_group');
    return lunch;
  },
  'You do not have permission to create new topics in this channel.': (server) => {
    restrictGeneral(server, 'can_create_topic_group');
    return lunch;
  },
  'Sending messages to the general chat is not allowed in this channel.': ({ db }) => {
    setRealmSetting(db, 'topics_policy', 'disable_empty_topic');
    return { ...lunch, topic: '', extra: { empty_topic_display_name: 'general chat' } };
  },
  'Only the general chat topic is allowed in this channel.': ({ db }) => {
    db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'");
    return { ...lunch, extra: { empty_topic_display_name: 'general chat' } };
  },
  'Direct messages are disabled in this organization.': (server) => {
    givePermission(server, 'direct_message_permission_group', 'role:nobody');
    return { ...letter, to: [server.users.bob.id] };
  },
  'This conversation does not include any users who can authorize it.': (server) => {
    givePermission(server, 'direct_message_permission_group', 'role:administrators');
    return { ...letter, to: [server.users.bob.id] };
  },
  'You do not have permission to initiate direct message conversations.': (server) => {
    givePermission(server, 'direct_message_initiator_group', 'role:administrators');
    return { ...letter, to: [server.users.bob.id] };
  },
  'topic is too long (limit: 60 characters)': () => ({ ...lunch, topic: 'x'.repeat(61) }),
  'Invalid character in topic, at position {position}!': () => ({
    ...lunch,
    topic: '🍲\u0007',
    msg: 'Invalid character in topic, at position 2!',
  }),
  [noChannelWildcard]: (server) => {
    crowdGeneral(server);
    return { ...lunch, content: '@**all**', code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' };
  },
  [noTopicWildcard]: async (server) => {
    crowdGeneral(server);
    await sendAsAlice(server);
    reactAsEveryone(server);
    return { ...lunch, content: '@**topic**', code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' };
  },
  "You are not allowed to mention user group '{name}'.": () => ({
    ...lunch,
    content: 'Soup for @*role:members*',
    msg: "You are not allowed to mention user group 'role:members'.",
  }),
};

/** What cannot be kept as a draft. */
const unfitDrafts: Record<string, Values & { msg?: string }> = {
  'Message must not be empty': { ...draft, content: ' ' },
  'Message must not contain null bytes': { ...draft, content: 'Soup\0' },
  'Message is too long (limit: 10000 characters).': { ...draft, content: 'x'.repeat(10_001) },
  'Must specify exactly 1 channel ID for channel messages': { ...draft, to: [1, 2] },
  'Timestamp must not be negative.': { ...draft, timestamp: -1 },
  'topic is too long (limit: 60 characters)': { ...draft, topic: 'x'.repeat(61) },
  'Invalid channel ID': { ...draft, to: [999] },
  'Invalid user ID {id}': { ...draft, type: 'private', to: [999], msg: 'Invalid user ID 999' },
};

/** Calls about what happens later that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  createScheduledMessage: {
    ...planning(() => ({ as: 'alice' })),
    'Missing topic': (server) => ({
      as: 'alice',
      values: { ...lunch, topic: undefined, ...inAnHour(server) },
      msg: 'Missing topic',
    }),
    [inPast]: ({ clock }) => ({
      as: 'alice',
      values: { ...lunch, scheduled_delivery_timestamp: clock.now() },
      msg: inPast,
    }),
    [listFull]: (server) => {
      addMany(server, 1000, scheduling(`''`));
      return { as: 'alice', values: { ...lunch, ...inAnHour(server) }, msg: tooManyScheduled };
    },
  },
  updateScheduledMessage: {
    ...planning(async (server) => ({ as: 'alice', path: { scheduled_message_id: await scheduleNote(server) } })),
    [noScheduled]: () => ({
      as: 'alice',
      path: { scheduled_message_id: 999 },
      values: lunch,
      msg: noScheduled,
      status: 404,
    }),
    [sentAlready]: async (server) => ({
      as: 'alice',
      path: { scheduled_message_id: await scheduleSent(server) },
      values: lunch,
      msg: sentAlready,
    }),
    'Nothing to change': (server) => rescheduling(server, {}, 'Nothing to change'),
    'Recipient required when updating type of scheduled message.': (server) =>
      rescheduling(server, { type: 'direct' }, 'Recipient required when updating type of scheduled message.'),
    'Topic required when updating scheduled message type to channel.': (server) =>
      rescheduling(
        server,
        { type: 'stream', to: 1 },
        'Topic required when updating scheduled message type to channel.',
      ),
    [inPast]: (server) => rescheduling(server, { scheduled_delivery_timestamp: server.clock.now() }, inPast),
    [listFull]: async (server) => {
      const call = await rescheduling(server, lunch, 'You have too many scheduled messages (limit: 2 MiB).');
      addMany(server, 1, scheduling("printf('%4200000s', '')"));
      return call;
    },
  },
  deleteScheduledMessage: {
    [noScheduled]: () => ({ as: 'alice', path: { scheduled_message_id: 999 }, msg: noScheduled, status: 404 }),
    [sentAlready]: async (server) => ({
      as: 'alice',
      path: { scheduled_message_id: await scheduleSent(server) },
      msg: sentAlready,
    }),
  },
  createReminder: {
    [inPast]: (server) => reminding(server, { scheduled_delivery_timestamp: server.clock.now() }, inPast),
    'Maximum reminder note length: 1000 characters': (server) =>
      reminding(server, { note: '🍲'.repeat(1001) }, 'Maximum reminder note length: 1000 characters'),
    'Invalid message(s)': (server) => reminding(server, { message_id: 999 }, 'Invalid message(s)'),
    [listFull]: (server) => {
      addMany(server, 100, 'INSERT INTO reminders (user_id, message_id, due_at) SELECT ?, 1, 1 FROM n');
      return reminding(server, {}, 'You have too many reminders (limit: 100).');
    },
  },
  deleteReminder: {
    [noReminder]: () => ({ as: 'alice', path: { reminder_id: 999 }, msg: noReminder, status: 404 }),
  },
  getDrafts: { [draftsOff]: withoutDrafts(() => ({ as: 'alice', msg: draftsOff })) },
  createDrafts: {
    [draftsOff]: withoutDrafts(() => ({ as: 'alice', values: { drafts: [draft] }, msg: draftsOff })),
    ...drafting((_, values) => ({ as: 'alice', values: { drafts: [draft, values] } })),
    'User is deactivated': async (server) => {
      const gone = await draftToGone(server);
      return { as: 'alice', values: { drafts: [gone] }, msg: 'User is deactivated' };
    },
    [listFull]: (server) => {
      const columns = 'user_id, type, recipient, topic, content, edited_at';
      addMany(server, 2000, `INSERT INTO drafts (${columns}) SELECT ?, '', '[]', '', 'Soup', 1 FROM n`);
      return { as: 'alice', values: { drafts: [draft] }, msg: 'You have too many drafts (limit: 2000).' };
    },
  },
  editDraft: {
    [draftsOff]: withoutDrafts(() => ({ as: 'alice', path: { draft_id: 1 }, values: { draft }, msg: draftsOff })),
    [noDraft]: () => ({ as: 'alice', path: { draft_id: 999 }, values: { draft }, msg: noDraft, status: 404 }),
    ...drafting(async (server, values) => ({
      as: 'alice',
      path: { draft_id: await keepDraft(server) },
      values: { draft: values },
    })),
    'User is deactivated': async (server) => {
      const draft_id = await keepDraft(server);
      const gone = await draftToGone(server);
      return { as: 'alice', path: { draft_id }, values: { draft: gone }, msg: 'User is deactivated' };
    },
    [listFull]: async (server) => {
      const draft_id = await keepDraft(server);
      const columns = 'user_id, type, recipient, topic, content, edited_at';
      addMany(server, 1, `INSERT INTO drafts (${columns}) SELECT ?, '', '[]', '', printf('%2200000s', ''), 1 FROM n`);
      const msg = 'You have too many drafts (limit: 1 MiB).';
      return { as: 'alice', path: { draft_id }, values: { draft }, msg };
    },
  },
  deleteDraft: {
    [draftsOff]: withoutDrafts(() => ({ as: 'alice', path: { draft_id: 1 }, msg: draftsOff })),
    [noDraft]: () => ({ as: 'alice', path: { draft_id: 999 }, msg: noDraft, status: 404 }),
  },
  createSavedSnippet: {
    'title cannot be blank': () => ({
      as: 'alice',
      values: { ...snippet, title: ' ' },
      msg: 'title cannot be blank',
    }),
    'content cannot be blank': () => ({
      as: 'alice',
      values: { ...snippet, content: '\n' },
      msg: 'content cannot be blank',
    }),
    [listFull]: (server) => {
      const columns = 'user_id, title, content, created_at';
      addMany(server, 1000, `INSERT INTO saved_snippets (${columns}) SELECT ?, 'Greeting', 'Hello', 1 FROM n`);
      return { as: 'alice', values: snippet, msg: 'You have too many saved snippets (limit: 1000).' };
    },
  },
  editSavedSnippet: {
    [noSnippet]: () => ({
      as: 'alice',
      path: { saved_snippet_id: 999 },
      values: snippet,
      msg: noSnippet,
      status: 404,
    }),
    'title cannot be blank': (server) => editingSnippet(server, { title: '' }, 'title cannot be blank'),
    'content cannot be blank': (server) => editingSnippet(server, { content: ' ' }, 'content cannot be blank'),
    [listFull]: async (server) => {
      const call = await editingSnippet(server, snippet, 'You have too many saved snippets (limit: 1 MiB).');
      const columns = 'user_id, title, content, created_at';
      addMany(server, 1, `INSERT INTO saved_snippets (${columns}) SELECT ?, 'a', printf('%2200000s', ''), 1 FROM n`);
      return call;
    },
  },
  deleteSavedSnippet: {
    [noSnippet]: () => ({ as: 'alice', path: { saved_snippet_id: 999 }, msg: noSnippet, status: 404 }),
  },
};

const tooManyScheduled = 'You have too many scheduled messages (limit: 1000).';

function scheduling(rendered_content: string): string {
  return `INSERT INTO scheduled_messages
      (sender_id, channel_id, topic, content, rendered_content, client, read_by_sender, due_at)
    SELECT ?, 1, 'lunch', 'Soup', ${rendered_content}, 'test', 0, 1 FROM n`;
}

/** Values of a message, and what of the answer differs from the usual one. */
type Planned = Values & { msg?: string; code?: string; extra?: Values };
type Made = Omit<Provocation, 'msg'>;

/** For each way a plan is impossible, a call that tries it: of a message that `begin` made while it was possible. */
function planning(begin: (server: TestServer) => Made | Promise<Made>): Record<string, Provoke> {
  const entries = Object.entries(impossible).map(([text, prepare]): [string, Provoke] => [
    text,
    async (server) => {
      const call = await begin(server);
      const { msg = text, code, extra, ...values } = await prepare(server);
      return {
        ...call,
        values: { ...values, ...inAnHour(server) },
        msg,
        ...(code ? { code } : {}),
        ...(extra ? { extra } : {}),
      };
    },
  ]);
  return Object.fromEntries(entries);
}

function drafting(call: (server: TestServer, values: Values) => Made | Promise<Made>): Record<string, Provoke> {
  const entries = Object.entries(unfitDrafts).map(([text, { msg = text, ...values }]): [string, Provoke] => [
    text,
    async (server) => ({ ...(await call(server, values)), msg }),
  ]);
  return Object.fromEntries(entries);
}

/** A draft to a user who was deactivated. */
async function draftToGone({ as, users }: TestServer): Promise<Values> {
  await as('admin').delete(`/users/${users.bob.id}`);
  return { ...draft, type: 'private', to: [users.bob.id] };
}

function withoutDrafts(provoke: () => Provocation): Provoke {
  return ({ db, users }) => {
    storeUserSetting(db, users.alice.id, 'enable_drafts_synchronization', false);
    return provoke();
  };
}

async function rescheduling(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  return { as: 'alice', path: { scheduled_message_id: await scheduleNote(server) }, values, msg };
}

async function reminding(server: TestServer, changes: Values, msg: string): Promise<Provocation> {
  const message_id = await sendAsAlice(server);
  return { as: 'alice', values: { message_id, ...inAnHour(server), ...changes }, msg };
}

async function editingSnippet(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  return { as: 'alice', path: { saved_snippet_id: await saveSnippet(server) }, values, msg };
}

function inAnHour({ clock }: TestServer): { scheduled_delivery_timestamp: number } {
  return { scheduled_delivery_timestamp: clock.now() + 3600 };
}

async function schedule(server: TestServer): Promise<number> {
  const { body } = await server.as('alice').post('/scheduled_messages', { ...lunch, ...inAnHour(server) });
  return body.scheduled_message_id;
}

/** A direct message of Alice's to herself. */
async function scheduleNote(server: TestServer): Promise<number> {
  const values = { ...letter, to: [server.users.alice.id], ...inAnHour(server) };
  const { body } = await server.as('alice').post('/scheduled_messages', values);
  return body.scheduled_message_id;
}

async function scheduleSent(server: TestServer): Promise<number> {
  const id = await schedule(server);
  server.db.run('UPDATE scheduled_messages SET sent_at = due_at');
  return id;
}

async function remind(server: TestServer): Promise<number> {
  const message_id = await sendAsAlice(server);
  const { body } = await server.as('alice').post('/reminders', { message_id, ...inAnHour(server) });
  return body.reminder_id;
}

async function keepDraft(server: TestServer): Promise<number> {
  const { body } = await server.as('alice').post('/drafts', { drafts: [draft] });
  return body.ids[0];
}

async function saveSnippet(server: TestServer): Promise<number> {
  const { body } = await server.as('alice').post('/saved_snippets', snippet);
  return body.saved_snippet_id;
}
