import { doAddNavigationView } from '../../../src/accounts/navigation-view.ts';
import { insertSession, listSessions } from '../../../src/accounts/session.ts';
import { doAddDrafts } from '../../../src/later/draft.ts';
import { doAddReminder } from '../../../src/later/reminder.ts';
import { doAddSnippet } from '../../../src/later/saved-snippet.ts';
import { checkPlan, doSchedule } from '../../../src/later/scheduled-message.ts';
import type { User } from '../../../src/users/user.ts';
import { openQueue } from '../call.ts';
import { type Actor, parseWho } from './actors.ts';
import { channels, messages, users } from './nouns.ts';
import {
  about,
  always,
  forEveryone,
  forNobody,
  forPeople,
  type Id,
  type Matrix,
  type Noun,
  notForBots,
  type Outcome,
  unlessGuest,
} from './row.ts';
import { forEachChannel, ofOthers, read, readable, seen } from './sight.ts';
import type { Cell, Stage } from './stage.ts';

/** Things that everybody has for themselves, made for a user by `make`. */
function things(make: (stage: Stage, owner: User) => number): Noun<'own' | "Bob's"> {
  const of = ({ stage }: Cell, owner: User) => stage.db.transaction(() => make(stage, owner));
  return {
    missing: 99_999,
    things: { own: (cell) => of(cell, cell.me), "Bob's": (cell) => of(cell, cell.world.users.bob) },
  };
}

/** Actions on one's own things. Those of others do not exist, for any role. */
const owned = { own: forEveryone, "Bob's": forNobody };

const scheduled_delivery_timestamp = Date.UTC(2027, 0, 1) / 1000;
const draft = { type: 'stream' as const, to: [1], topic: 'lunch', content: 'Soup', timestamp: 1 };
const snippet = { title: 'Greeting', content: 'Hello' };

const sessions = things(({ app }, owner) => {
  insertSession(app, owner, undefined);
  return listSessions(app, owner)[0]?.id ?? 0;
});
const drafts = things(({ app }, owner) => doAddDrafts(app, owner, [draft])[0] as number);
const snippets = things(({ app }, owner) => doAddSnippet(app, owner, snippet));
const reminders = things(({ app, world }, owner) => {
  const message_id = world.direct.received.guest;
  return doAddReminder(app, owner, { message_id, note: '', due_at: scheduled_delivery_timestamp });
});
const scheduled = things(({ app, world }, owner) => {
  const plan = checkPlan(app, owner, { type: 'direct', to: [world.users.bob.id], topic: undefined, content: 'Hello' });
  return doSchedule(app, owner, { plan, due_at: scheduled_delivery_timestamp, client: 'test', read_by_sender: true });
});
const views: Noun<'own' | "Bob's"> = {
  missing: 'narrow/is/nothing',
  things: { own: (cell) => addView(cell, cell.me), "Bob's": (cell) => addView(cell, cell.world.users.bob) },
};
const devices = things(({ db }, owner) => db.run('INSERT INTO devices (user_id) VALUES (?)', owner.id).id);
const files = things((stage, owner) => addFile(stage, owner));

const queues: Noun<'own' | "Bob's"> = {
  missing: 'no:such:queue',
  things: {
    own: ({ stage, actor }) => openQueue(isStranger(actor) ? stage.as('bob') : stage.client(actor)),
    "Bob's": ({ stage }) => openQueue(stage.as('bob')),
  },
};

/** What is for people only, and here only for Alice, whose it is. */
const forAlice = (refused: string): Outcome => ({
  ok: 'full',
  refused: { [notForBots]: 'bot', [refused]: 'guest member moderator admin owner' },
});

/** Files by which messages refer to them, if any. */
const sharedFiles = {
  missing: 'missing.txt',
  things: Object.fromEntries(
    Object.entries(messages.things).map(([name, find]) => [
      name,
      async (cell: Cell) => nameOf(cell.stage, shareFile(cell.stage, (await find(cell)) as number)),
    ]),
  ) as (typeof messages)['things'],
};

const filePath = (filename: Id) => ({ path: { realm_id_str: '2', filename: `x/${filename}` } });

/** Who may do what with what everybody has for themselves. */
export const matrix: Matrix = {
  register: [
    { when: 'with what one sees', ...forEveryone },
    {
      when: 'with everything that is public',
      ok: 'member+',
      refused: 'User not authorized for this query',
      request: () => ({ values: { all_public_streams: true } }),
    },
  ],
  getEvents: about(queues, (queue_id) => ({ values: { queue_id, last_event_id: -1, dont_block: true } }), owned),
  deleteQueue: about(queues, (queue_id) => ({ values: { queue_id } }), owned),
  streamEvents: about(queues, (queue_id) => ({ values: { queue_id, last_event_id: -1 } }), owned),
  acknowledgeEvents: about(queues, (queue_id) => ({ values: { queue_id, last_event_id: -1 } }), owned),

  getScheduledMessages: always(forEveryone),
  createScheduledMessage: [
    ...about(
      channels,
      (to) => ({ values: { type: 'channel', to, topic: 'lunch', content: 'Soup', scheduled_delivery_timestamp } }),
      forEachChannel((name): Outcome => {
        const { ok, hidden = '' } = seen[name];
        if (read[name] !== forNobody && !name.startsWith('archived')) return { ok, hidden };
        return { ok: '', hidden, refused: { [`Not authorized to send to channel '${name}'`]: ok } };
      }),
    ),
    ...about(
      users,
      (id) => ({ values: { type: 'direct', to: [id], content: 'Hello', scheduled_delivery_timestamp } }),
      { 'a member': forEveryone, 'unknown to guests': unlessGuest },
    ),
  ],
  updateScheduledMessage: about(
    scheduled,
    (scheduled_message_id) => ({ path: { scheduled_message_id }, values: { content: 'New' } }),
    owned,
  ),
  deleteScheduledMessage: about(scheduled, (scheduled_message_id) => ({ path: { scheduled_message_id } }), owned),
  getReminders: always(forEveryone),
  createReminder: about(
    messages,
    (message_id) => ({ values: { message_id, scheduled_delivery_timestamp } }),
    ofOthers(readable),
  ),
  deleteReminder: about(reminders, (reminder_id) => ({ path: { reminder_id } }), owned),
  getDrafts: always(forEveryone),
  createDrafts: [
    ...about(channels, (id) => ({ values: { drafts: [{ ...draft, to: [id] }] } }), seen),
    ...about(users, (id) => ({ values: { drafts: [{ ...draft, type: 'private', to: [id], topic: '' }] } }), {
      'a member': forEveryone,
      'unknown to guests': unlessGuest,
    }),
  ],
  editDraft: about(
    drafts,
    (draft_id) => ({ path: { draft_id }, values: { draft: { ...draft, content: 'New' } } }),
    owned,
  ),
  getSessions: always(forEveryone),
  endSession: about(sessions, (session_id) => ({ path: { session_id } }), owned),
  deleteDraft: about(drafts, (draft_id) => ({ path: { draft_id } }), owned),
  getNavigationViews: always(forEveryone),
  getAvailability: always(forPeople),
  changeAvailability: always(forPeople),
  getOwnSections: always(forEveryone),
  setOwnSections: always(forEveryone),
  addNavigationView: always(forEveryone),
  editNavigationView: about(views, (fragment) => ({ path: { fragment }, values: { name: 'New' } }), owned),
  removeNavigationView: about(views, (fragment) => ({ path: { fragment } }), owned),
  getSavedSnippets: always(forEveryone),
  createSavedSnippet: always(forEveryone),
  editSavedSnippet: about(
    snippets,
    (saved_snippet_id) => ({ path: { saved_snippet_id }, values: { title: 'New' } }),
    owned,
  ),
  deleteSavedSnippet: about(snippets, (saved_snippet_id) => ({ path: { saved_snippet_id } }), owned),

  uploadFile: always(forEveryone),
  getAttachments: always(forEveryone),
  deleteAttachment: about(files, (attachment_id) => ({ path: { attachment_id } }), owned),
  getTemporaryUrl: [
    {
      when: 'own',
      ...forEveryone,
      request: ({ stage, me }) => filePath(nameOf(stage, addFile(stage, me))),
    },
    ...about(sharedFiles, filePath, ofOthers(readable)),
    {
      when: "Bob's, linked by everybody who may not see it",
      ...forNobody,
      arrange: async (stage) => {
        const name = nameOf(stage, addFile(stage, stage.world.users.bob));
        const values = { type: 'channel', to: 'general', topic: 'files', content: `[file](/user_uploads/2/x/${name})` };
        for (const actor of parseWho('guest+')) await stage.client(actor).post('/messages', values);
      },
      request: ({ stage, world }) => filePath(nameOf(stage, newestFileOf(stage, world.users.bob))),
      requestMissing: () => filePath('missing.txt'),
    },
  ],

  registerClientDevice: always(forEveryone),
  removeClientDevice: about(devices, (device_id) => ({ values: { device_id } }), owned),
  registerPushDevice: always(forAlice('Invalid `device_id`')),
  sendTestNotification: always(forAlice('No active registered push device')),
  sendPlaintextTestNotification: always(forAlice('No active registered push device')),
  addApnsToken: always(forPeople),
  removeApnsToken: always(forAlice('Token does not exist')),
  addFcmToken: always(forPeople),
  removeFcmToken: always(forAlice('Token does not exist')),
  getWebPushKey: always(forEveryone),
  addWebPushSubscription: always(forPeople),
  testWebPushSubscription: always({ ok: 'full', refused: 'No such web push subscription' }),
  removeWebPushSubscription: always({ ok: 'full', refused: 'No such web push subscription' }),
};

function addView({ stage: { app, db } }: Cell, owner: User): string {
  const name = `search ${db.value<number>('SELECT count(*) FROM navigation_views')}`;
  const fragment = `narrow/${name}`;
  db.transaction(() => doAddNavigationView(app, owner, { fragment, is_pinned: true, name }));
  return fragment;
}

function isStranger(actor: Actor): boolean {
  return actor === 'nobody' || actor === 'deactivated' || actor === 'webhook';
}

function newestFileOf({ db }: Stage, owner: User): number {
  return db.value<number>('SELECT max(id) FROM attachments WHERE owner_id = ?', owner.id) as number;
}

/** A file of Bob's that a message refers to. */
function shareFile(stage: Stage, message_id: number): number {
  const id = addFile(stage, stage.world.users.bob);
  stage.db.run('DELETE FROM unclaimed_attachments WHERE attachment_id = ?', id);
  stage.db.run('UPDATE attachments SET owner_id = ? WHERE id = ?', stage.world.users.dora.id, id);
  stage.db.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (?, ?)', id, message_id);
  return id;
}

function addFile({ db }: Stage, owner: User): number {
  const path_id = `2/x/${(db.value<number>('SELECT count(*) FROM attachments') as number) + 1}.txt`;
  const { id } = db.run(
    `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
     VALUES (?, ?, 'note.txt', 'a', 1, 'text/plain', 1)`,
    owner.id,
    path_id,
  );
  db.run('INSERT INTO unclaimed_attachments (attachment_id, since) VALUES (?, 1)', id);
  return id;
}

function nameOf({ db }: Stage, id: number): string {
  return db.value<string>("SELECT replace(path_id, '2/x/', '') FROM attachments WHERE id = ?", id) as string;
}
