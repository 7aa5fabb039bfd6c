import { doAddNavigationView } from '../../../src/accounts/navigation-view.ts';
import { doSetOwnSections } from '../../../src/channels/own-section.ts';
import { doSetVisibilityPolicy } from '../../../src/channels/user-topic.ts';
import { doAddDrafts } from '../../../src/later/draft.ts';
import { doAddReminder } from '../../../src/later/reminder.ts';
import { doAddSnippet } from '../../../src/later/saved-snippet.ts';
import { checkPlan, doSchedule } from '../../../src/later/scheduled-message.ts';
import { storeUserSetting } from '../../../src/users/settings.ts';
import type { User } from '../../../src/users/user.ts';
import type { Values } from '../../support/client.ts';
import { type Actor, parseWho, type Who } from './actors.ts';
import { type Id, type Row, unlessGuest } from './row.ts';
import { read, seen } from './sight.ts';
import type { Cell, Stage } from './stage.ts';
import { channelNames, type World } from './world.ts';

/** What an answer shows, and to whom. Everyone named nowhere may ask too, and does not see it. */
export interface Sight {
  /** Operation id. */
  id: string;
  when: string;
  arrange?: NonNullable<Row['arrange']>;
  request?: (cell: Cell) => { path?: Record<string, Id>; values?: Values };
  /** By what it is: the JSON by which it is known, and who sees it. */
  shown: Readonly<Record<string, { json: (world: World) => string; to: Who }>>;
  /** Who may ask; everyone with an account unless said otherwise. */
  asking?: Who;
}

/** The actors who may ask for a sight. */
export function askers({ asking = 'guest+' }: Sight): Actor[] {
  return parseWho(asking);
}

const quoted = (text: string) => () => JSON.stringify(text);
const numbered = (name: string, id: (world: World) => number) => (world: World) => `"${name}":${id(world)},`;

function channelsShown(to: (name: (typeof channelNames)[number]) => Who): Sight['shown'] {
  return Object.fromEntries(channelNames.map((name) => [name, { json: quoted(name), to: to(name) }]));
}

const isLeft = (name: string) => name.endsWith('not subscribed');
const isArchived = (name: string) => name.startsWith('archived');

/** People, and to whom lists of people show them. */
const peopleShown: Sight['shown'] = {
  Bob: { json: quoted('Bob Member'), to: 'guest+' },
  'somebody unknown to guests': { json: quoted('The dora'), to: 'member+' },
  'a guest who knows nobody': { json: quoted('The otherGuest'), to: 'member+' },
  'somebody deactivated': { json: quoted('The gone'), to: 'member+' },
  'a bot': { json: quoted('Bot of bob'), to: 'guest+' },
};

/** For each setting of who sees an address, who does. */
const addressSeers: readonly [string, number, Who][] = [
  ['everyone', 1, 'guest+'],
  ['members', 2, 'member+'],
  ['moderators', 5, 'moderator+'],
  ['administrators', 3, 'admin+'],
  ['nobody', 4, ''],
];

/** Lists with real addresses, for users who may see them. */
const detailed: readonly Pick<Sight, 'id' | 'request'>[] = [
  { id: 'getUsers' },
  { id: 'getUser', request: ({ world }) => ({ path: { user_id_or_email: world.users.bob.id } }) },
  { id: 'register' },
];

/** Lists that name people by the address that is the same for all who look. */
const brief: readonly Pick<Sight, 'id' | 'request'>[] = [
  { id: 'getMessages', request: () => ({ values: { anchor: 'newest', num_before: 300, num_after: 0 } }) },
  { id: 'getPresence' },
];

function showingAddress({ id, request }: Pick<Sight, 'id' | 'request'>, isBrief: boolean): Sight[] {
  return addressSeers.map(([whose, visibility, to]) => ({
    id,
    when: `an address for ${whose}`,
    arrange: (stage) => {
      storeUserSetting(stage.db, stage.world.users.bob.id, 'email_address_visibility', visibility);
      beActive(stage);
    },
    ...(request ? { request } : {}),
    shown: { 'the address': { json: quoted('bob@example.com'), to: isBrief && whose !== 'everyone' ? '' : to } },
  }));
}

/** Lists of what everybody has for themselves. */
const ownLists = [
  'getAlertWords',
  'getAttachments',
  'getDrafts',
  'getNavigationViews',
  'getOwnSections',
  'getReminders',
  'getSavedSnippets',
  'getScheduledMessages',
  'register',
];

/** What the answers show that are not the same for everybody. */
export const sights: readonly Sight[] = [
  {
    id: 'getStreams',
    when: 'all one knows of',
    request: () => ({ values: { include_all: true, exclude_archived: false } }),
    shown: channelsShown((name) => seen[name].ok),
  },
  {
    id: 'getStreams',
    when: 'without wishes',
    shown: channelsShown((name) => {
      if (isArchived(name)) return '';
      if (!isLeft(name)) return seen[name].ok;
      return name.startsWith('pr') ? '' : unlessGuest.ok;
    }),
  },
  {
    id: 'getStreams',
    when: 'all one may read',
    request: () => ({ values: { include_public: false, include_can_access_content: true, exclude_archived: false } }),
    shown: channelsShown((name) => read[name].ok),
  },
  {
    id: 'getStreams',
    when: "what a bot's owner is in",
    request: () => ({
      values: { include_public: false, include_subscribed: false, include_owner_subscribed: true },
    }),
    arrange: ({ db, world: { channels, users } }) => {
      const ids = [channels['private, subscribed'].id, channels['public, subscribed'].id];
      for (const id of ids) {
        db.run('UPDATE subscriptions SET is_active = user_id = ? WHERE channel_id = ?', users.full.id, id);
      }
    },
    shown: {
      'a private channel': { json: quoted('private, subscribed'), to: 'bot' },
      'a public channel': { json: quoted('public, subscribed'), to: 'bot' },
      'one that the owner is not in': { json: quoted('public, not subscribed'), to: '' },
    },
  },
  {
    id: 'getSubscriptions',
    when: 'always',
    shown: channelsShown((name) => (isLeft(name) || isArchived(name) ? '' : 'guest+')),
  },
  {
    id: 'register',
    when: 'channels',
    request: () => ({ values: { client_capabilities: { notification_settings_null: true, archived_channels: true } } }),
    shown: channelsShown((name) => seen[name].ok),
  },
  {
    id: 'register',
    when: 'channels, to clients that do not know of archived ones',
    shown: channelsShown((name) => (isArchived(name) ? '' : seen[name].ok)),
  },
  {
    id: 'register',
    when: 'what one wanted of topics',
    arrange: muteEverywhere,
    request: () => ({ values: { fetch_event_types: ['user_topic'] } }),
    shown: Object.fromEntries(
      channelNames.map((name) => [
        name,
        { json: quoted(`muted in ${name}`), to: isArchived(name) ? '' : seen[name].ok },
      ]),
    ),
  },
  { id: 'getUsers', when: 'people', shown: peopleShown },
  { id: 'register', when: 'people', shown: peopleShown },
  {
    id: 'getPresence',
    when: 'people',
    arrange: beActive,
    request: () => ({}),
    shown: {
      Bob: { json: quoted('bob@example.com'), to: 'guest+' },
      'somebody unknown to guests': { json: quoted('dora@example.com'), to: 'member+' },
    },
  },
  {
    id: 'getStreamTopics',
    when: 'of a channel that shows nothing of before',
    request: ({ world }) => ({ path: { stream_id: world.channels['protected, subscribed'].id } }),
    shown: {
      'from before': { json: quoted('before'), to: '' },
      'from later': { json: quoted('during'), to: 'guest+' },
    },
  },
  {
    id: 'getTopicsOfStreams',
    when: 'of all channels',
    request: ({ world }) => ({ values: { stream_ids: channelNames.map((name) => world.channels[name].id) } }),
    shown: Object.fromEntries(
      channelNames.map((name) => [
        name,
        { json: (world: World) => `"stream_id":${world.channels[name].id},`, to: read[name].ok },
      ]),
    ),
  },
  {
    id: 'getTopicsOfStreams',
    when: 'of a channel that shows nothing of before',
    request: ({ world }) => ({ values: { stream_ids: [world.channels['protected, subscribed'].id] } }),
    shown: {
      'from before': { json: quoted('before'), to: '' },
      'from later': { json: quoted('during'), to: 'guest+' },
    },
  },
  {
    id: 'startCall',
    when: 'in a topic of which one sees neither a message nor the call',
    // Their message stands in the topic then, so another call would find them as somebody who sees it.
    asking: 'member',
    arrange: ({ db, world, users }) => {
      const { before } = world.channels['protected, subscribed'];
      const sql = 'INSERT INTO calls (id, message_id, started_by, started_at) VALUES (7, ?, ?, 0)';
      db.run(sql, before, users.bob.id);
    },
    request: ({ world }) => ({
      values: { type: 'channel', to: world.channels['protected, subscribed'].id, topic: 'before' },
    }),
    shown: {
      'the call': { json: () => '"call_id":7,', to: '' },
      'a call of their own': { json: () => '"call_id":8,', to: 'member' },
    },
  },
  {
    id: 'getMessages',
    when: 'all messages',
    request: () => ({ values: { anchor: 'newest', num_before: 1000, num_after: 0 } }),
    shown: {
      'in a private channel': { json: idOf(({ channels }) => channels['private, subscribed'].after), to: 'guest+' },
      'in a private channel one has left': {
        json: idOf(({ channels }) => channels['private, not subscribed'].after),
        to: '',
      },
      'in one that shows nothing of before, from before': {
        json: idOf(({ channels }) => channels['protected, subscribed'].before),
        to: '',
      },
      'in one that shows nothing of before': {
        json: idOf(({ channels }) => channels['protected, subscribed'].after),
        to: 'guest+',
      },
      'directly, to the moderator': { json: idOf(({ direct }) => direct.received.moderator), to: 'moderator' },
      'directly, to somebody else': { json: idOf(({ direct }) => direct.foreign), to: '' },
    },
  },
  {
    id: 'getMessages',
    when: 'a channel that shows nothing of before',
    request: ({ world }) => narrowed('channel', world.channels['protected, subscribed'].id),
    shown: {
      'from before': { json: idOf(({ channels }) => channels['protected, subscribed'].before), to: '' },
      'from later': { json: idOf(({ channels }) => channels['protected, subscribed'].during), to: 'guest+' },
    },
  },
  {
    id: 'getMessages',
    when: 'a private channel that shows what was before',
    request: ({ world }) => narrowed('channel', world.channels['private, subscribed'].id),
    shown: {
      'from before': { json: idOf(({ channels }) => channels['private, subscribed'].before), to: 'guest+' },
    },
  },
  ...(['public', 'web-public'] as const).map(
    (operand): Sight => ({
      id: 'getMessages',
      when: `all ${operand} channels`,
      request: () => narrowed('channels', operand),
      shown: Object.fromEntries(
        channelNames.map((name) => [
          name,
          { json: idOf(({ channels }) => channels[name].after), to: isAmong(operand, name) ? read[name].ok : '' },
        ]),
      ),
    }),
  ),
  {
    id: 'renderMessage',
    when: 'links to channels',
    request: () => ({ values: { content: channelNames.map((name) => `#**${name}**`).join(' ') } }),
    shown: Object.fromEntries(
      channelNames.map((name) => [
        name,
        { json: ({ channels }) => `data-stream-id=\\"${channels[name].id}\\"`, to: seen[name].ok },
      ]),
    ),
  },
  {
    id: 'renderMessage',
    when: 'pictures',
    arrange: addPictures,
    request: () => ({
      values: { content: '[one](/user_uploads/2/x/one.png)\n\n[other](/user_uploads/2/x/other.png)' },
    }),
    shown: {
      "the moderator's": { json: () => 'original-dimensions=\\"640x480\\"', to: 'moderator' },
      "Bob's": { json: () => 'original-dimensions=\\"320x240\\"', to: '' },
    },
  },
  {
    id: 'renderMessage',
    when: 'mentions',
    request: () => ({ values: { content: '@**Bob Member** @**The dora**' } }),
    shown: {
      Bob: { json: ({ users }) => `data-user-id=\\"${users.bob.id}\\"`, to: 'guest+' },
      'somebody unknown to guests': { json: ({ users }) => `data-user-id=\\"${users.dora.id}\\"`, to: 'member+' },
    },
  },
  {
    id: 'getBots',
    when: 'always',
    asking: 'member+ -bot',
    shown: {
      "the moderator's": { json: quoted('Bot of moderator'), to: 'moderator' },
      "Bob's": { json: quoted('Bot of bob'), to: '' },
    },
  },
  {
    id: 'register',
    when: 'bots as those see them who administer them',
    request: () => ({ values: { fetch_event_types: ['realm_bot'] } }),
    shown: {
      "the moderator's": { json: quoted('Bot of moderator'), to: 'moderator admin owner' },
      "Bob's": { json: quoted('Bot of bob'), to: 'admin+' },
    },
  },
  {
    id: 'getInvites',
    when: 'always',
    asking: 'member+ -bot',
    arrange: async ({ client }) => {
      for (const actor of ['moderator', 'nobody'] as const) {
        await client(actor).post('/invites', { invitee_emails: `friend-of-${actor}@example.com`, stream_ids: [] });
      }
    },
    shown: { "the moderator's": { json: quoted('friend-of-moderator@example.com'), to: 'moderator admin owner' } },
  },
  ...detailed.flatMap((one) => showingAddress(one, false)),
  ...brief.flatMap((one) => showingAddress(one, true)),
  ...ownLists.map(
    (id): Sight => ({
      id,
      when: 'what is for one person',
      arrange: keepSecrets,
      shown: {
        "the moderator's": { json: () => 'secret of the moderator', to: 'moderator' },
        "Bob's": { json: () => 'secret of Bob', to: '' },
      },
    }),
  ),
];

function narrowed(operator: string, operand: Id) {
  return { values: { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [{ operator, operand }] } };
}

/** Whether a channel counts among the public ones, or among those that are open to the web. */
function isAmong(operand: 'public' | 'web-public', name: string): boolean {
  return operand === 'public' ? !/private|protected/.test(name) : name.startsWith('web-public');
}

function idOf(id: (world: World) => number): (world: World) => string {
  return numbered('id', id);
}

function beActive({ app, db, world }: Stage): void {
  for (const { id } of [world.users.bob, world.users.dora]) {
    db.run('INSERT INTO presence (user_id, active_at, connected_at) VALUES (?1, ?2, ?2)', id, app.clock.now());
  }
}

function addPictures({ db, world: { users } }: Stage): void {
  const sql = `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
               VALUES (?1, ?2, ?2, ?2, 1, 'image/png', 1)`;
  db.run(sql, users.moderator.id, '2/x/one.png');
  db.run(sql, users.bob.id, '2/x/other.png');
  const picture = 'INSERT INTO pictures (sha256, width, height, orientation, thumbnail) VALUES (?, ?, ?, 1, ?)';
  db.run(picture, '2/x/one.png', 640, 480, 'none');
  db.run(picture, '2/x/other.png', 320, 240, 'none');
}

function muteEverywhere({ app, db, world }: Stage): void {
  db.transaction(() => {
    for (const actor of parseWho('guest+')) {
      for (const name of channelNames) {
        doSetVisibilityPolicy(app, world.users[actor].id, world.channels[name].id, `muted in ${name}`, 1);
      }
    }
  });
}

function keepSecrets(stage: Stage): void {
  const { db, world } = stage;
  const { bob, moderator } = world.users;
  db.transaction(() => {
    keepSecret(stage, bob, 'secret of Bob');
    keepSecret(stage, moderator, 'secret of the moderator');
  });
}

function keepSecret({ app, db, world }: Stage, user: User, content: string): void {
  const due_at = app.clock.now() + 3600;
  doAddDrafts(app, user, [{ type: '', to: [], topic: '', content, timestamp: 1 }]);
  doAddSnippet(app, user, { title: content, content });
  doAddNavigationView(app, user, { fragment: content, is_pinned: true, name: content });
  doSetOwnSections(app, user, [{ name: content, channel_ids: [] }]);
  doAddReminder(app, user, { message_id: world.direct.foreign, note: content, due_at });
  const plan = checkPlan(app, user, { type: 'direct', to: [world.users.bob.id], topic: undefined, content });
  doSchedule(app, user, { plan, due_at, client: 'test', read_by_sender: true });
  db.run('INSERT INTO alert_words (user_id, word_key, word) VALUES (?1, ?2, ?2)', user.id, content);
  db.run(
    `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
     VALUES (?1, ?2, ?2, ?2, 1, 'text/plain', 1)`,
    user.id,
    content,
  );
}
