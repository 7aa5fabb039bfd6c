import { storeUserSetting } from '../../../src/users/settings.ts';
import type { Answer, Values } from '../../support/client.ts';
import type { Who } from './actors.ts';
import { forEachChannel, seen } from './sight.ts';
import type { Stage } from './stage.ts';
import type { ChannelName, WorldChannel } from './world.ts';

/** A change in a channel, and the users who receive its event. */
export interface ChannelHearing {
  what: string;
  change: (stage: Stage, channel: WorldChannel) => Promise<Answer | undefined>;
  to: Readonly<Record<ChannelName, Who>>;
  arrange?: (stage: Stage) => void;
}

/** Another change, and the users who receive its event. */
export interface Hearing {
  what: string;
  change: (stage: Stage) => Promise<Answer>;
  to: Who;
  /** What the events must hold to count; anything counts unless this is said. */
  holding?: (stage: Stage) => string;
  arrange?: (stage: Stage) => void;
}

const isArchived = (name: string) => name.startsWith('archived');
const isLeft = (name: string) => name.endsWith('not subscribed');

/** Those who know of a channel. */
const knowing = whoHears((name) => seen[name].ok);
/** Those who are subscribed. */
const subscribed = whoHears((name) => (isLeft(name) || isArchived(name) ? '' : 'guest+'));

/** The same, of what was said before they were: where history is protected it is not theirs. */
const ofBefore = whoHears((name) => (name.startsWith('protected') ? '' : subscribed[name]));
const quietly = { send_notification_to_new_thread: false };

const changing = (values: Values) => (stage: Stage, channel: WorldChannel) => {
  return stage.as('owner').patch(`/streams/${channel.id}`, values);
};
const bobs = (stage: Stage) => stage.as('bob');
const bobsLast = ({ after }: WorldChannel) => `/messages/${after}`;

/** The recipients of events about channels. Bob is in each, and the owner administers all. */
export const channelHearings: readonly ChannelHearing[] = [
  { what: 'a description', change: changing({ description: 'New' }), to: knowing },
  {
    what: 'a name',
    change: (stage, channel) => changing({ new_name: `New ${channel.id}` })(stage, channel),
    to: knowing,
  },
  {
    what: 'a permission',
    change: changing({ can_send_message_group: { new: { direct_members: [], direct_subgroups: [] } } }),
    to: knowing,
  },
  {
    what: 'its archiving, or its return',
    change: (stage, channel) => changing({ is_archived: !isArchived(channel.name) })(stage, channel),
    to: knowing,
  },
  {
    what: 'a message',
    change: (stage, { id }) => writeAs(stage, { type: 'channel', to: id, topic: 'lunch', content: 'Soup' }),
    to: subscribed,
  },
  {
    what: 'somebody typing',
    change: (stage, { id }) => {
      return bobs(stage).post('/typing', { type: 'stream', op: 'start', stream_id: id, topic: 'lunch' });
    },
    to: subscribed,
  },
  {
    what: 'an edited message',
    change: (stage, channel) => bobs(stage).patch(bobsLast(channel), { content: 'New' }),
    to: subscribed,
  },
  {
    what: 'a reaction',
    change: (stage, channel) => bobs(stage).post(`${bobsLast(channel)}/reactions`, { emoji_name: 'tada' }),
    to: subscribed,
  },
  { what: 'a pin', change: (stage, channel) => bobs(stage).post(`${bobsLast(channel)}/pin`), to: subscribed },
  { what: 'a deleted message', change: (stage, channel) => bobs(stage).delete(bobsLast(channel)), to: subscribed },
  {
    what: 'an edited message from before',
    change: (stage, { before }) => bobs(stage).patch(`/messages/${before}`, { content: 'New' }),
    to: ofBefore,
  },
  {
    what: 'another topic of a message from before',
    change: (stage, { before }) => bobs(stage).patch(`/messages/${before}`, { topic: 'new', ...quietly }),
    to: ofBefore,
  },
  {
    what: 'a reaction to a message from before',
    change: (stage, { before }) => bobs(stage).post(`/messages/${before}/reactions`, { emoji_name: 'tada' }),
    to: ofBefore,
  },
  {
    what: 'a deleted message from before',
    change: (stage, { before }) => bobs(stage).delete(`/messages/${before}`),
    to: ofBefore,
  },
  {
    what: 'a new subscriber',
    change: (stage, { name }) => {
      const principals = [stage.world.users.otherModerator.id];
      return bobs(stage).post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
    },
    to: knowing,
  },
  {
    what: 'somebody leaving',
    change: (stage, { name }) => bobs(stage).delete('/users/me/subscriptions', { subscriptions: [name] }),
    to: knowing,
  },
  {
    what: "somebody's colour",
    change: (stage, { id }) => {
      return bobs(stage).post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'color', value: '#ff0000' }],
      });
    },
    to: whoHears(() => ''),
  },
  {
    what: "somebody's muted topic",
    change: (stage, { id }) =>
      bobs(stage).post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 1 }),
    to: whoHears(() => ''),
  },
];

const edit = (name: 'bob' | 'dora' | 'gone', values: Values) => (stage: Stage) => {
  return stage.as('owner').patch(`/users/${stage.world.users[name].id}`, values);
};

/** The recipients of other events. Guests do not know Dora. */
export const hearings: readonly Hearing[] = [
  { what: 'a name', change: edit('bob', { full_name: 'Robert' }), to: 'guest+' },
  { what: 'the name of somebody unknown to guests', change: edit('dora', { full_name: 'Theodora' }), to: 'member+' },
  { what: 'the name of somebody deactivated', change: edit('gone', { full_name: 'Departed' }), to: 'member+' },
  {
    what: 'the role of somebody unknown to guests',
    change: edit('dora', { role: 300 }),
    holding: () => '"type":"realm_user"',
    to: 'member+',
  },
  { what: 'a deactivation', change: (stage) => stage.as('owner').delete(userPath(stage, 'bob')), to: 'guest+' },
  {
    what: 'the deactivation of somebody unknown to guests',
    change: (stage) => stage.as('owner').delete(userPath(stage, 'dora')),
    holding: () => '"type":"realm_user"',
    to: 'member+',
  },
  {
    what: 'a return',
    change: (stage) => stage.as('owner').post(`${userPath(stage, 'gone')}/reactivate`),
    to: 'guest+',
  },
  ...addressHearings(),
  {
    what: 'a status',
    change: (stage) => stage.as('owner').post(`${userPath(stage, 'bob')}/status`, { status_text: 'Away' }),
    to: 'guest+',
  },
  {
    what: 'the status of somebody unknown to guests',
    change: (stage) => stage.as('owner').post(`${userPath(stage, 'dora')}/status`, { status_text: 'Away' }),
    to: 'member+',
  },
  {
    what: 'a direct message',
    change: (stage) => writeAs(stage, { type: 'direct', to: [stage.world.users.moderator.id], content: 'Hello' }),
    to: 'moderator',
  },
  {
    what: 'a direct message to somebody else',
    change: (stage) => writeAs(stage, { type: 'direct', to: [stage.world.users.dora.id], content: 'Hello' }),
    to: '',
  },
  {
    what: 'somebody typing to one',
    change: (stage) => bobs(stage).post('/typing', { op: 'start', to: [stage.world.users.moderator.id] }),
    to: 'moderator',
  },
  {
    what: 'a new user group',
    change: (stage) => bobs(stage).post('/user_groups/create', { name: 'cooks', description: '', members: [] }),
    to: 'guest+',
  },
  {
    what: 'an invitation',
    change: (stage) => bobs(stage).post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] }),
    to: 'admin+',
  },
  {
    what: "the owner's side of a new bot",
    change: (stage) => bobs(stage).post('/bots', { full_name: 'Helper', short_name: 'helper' }),
    holding: () => '"type":"realm_bot"',
    to: 'admin+',
  },
  {
    what: 'a new bot',
    change: (stage) => bobs(stage).post('/bots', { full_name: 'Helper', short_name: 'helper' }),
    to: 'guest+',
  },
  {
    what: 'a setting of the organization',
    change: (stage) => stage.as('owner').patch('/realm', { name: 'Tea House' }),
    to: 'guest+',
  },
  ...[
    ['/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Soup', timestamp: 1 }] }],
    ['/saved_snippets', { title: 'Greeting', content: 'Hello' }],
    ['/users/me/alert_words', { alert_words: ['soup'] }],
    ['/navigation_views', { fragment: 'inbox', is_pinned: true }],
  ].map(
    ([path, values]): Hearing => ({
      what: `what somebody has alone, by POST ${path}`,
      change: (stage) => bobs(stage).post(path as string, values as Values),
      to: '',
    }),
  ),
  {
    what: "somebody's setting",
    change: (stage) => bobs(stage).patch('/settings', { twenty_four_hour_time: true }),
    to: '',
  },
];

/** Who hears the new address of somebody, by who may see it. */
function addressHearings(): Hearing[] {
  const whose: [string, number, Who][] = [
    ['everyone', 1, 'guest+'],
    ['members', 2, 'member+'],
    ['administrators', 3, 'admin+'],
    ['nobody', 4, ''],
  ];
  return whose.map(([who, visibility, to]) => ({
    what: `an address for ${who}`,
    arrange: ({ db, world }) => {
      storeUserSetting(db, world.users.bob.id, 'email_address_visibility', visibility);
      db.run(
        `INSERT OR REPLACE INTO user_settings (user_id, name, value)
         SELECT id, 'can_change_user_emails', 'true' FROM users`,
      );
    },
    change: edit('bob', { new_email: 'robert@example.com' }),
    holding: () => 'robert@example.com',
    to,
  }));
}

function whoHears(who: (name: ChannelName) => Who): Record<ChannelName, Who> {
  const outcomes = forEachChannel((name) => ({ ok: who(name) }));
  return Object.fromEntries(Object.entries(outcomes).map(([name, { ok }]) => [name, ok])) as Record<ChannelName, Who>;
}

function writeAs(stage: Stage, values: Values): Promise<Answer> {
  return bobs(stage).post('/messages', values);
}

function userPath({ world }: Stage, name: 'bob' | 'dora' | 'gone'): string {
  return `/users/${world.users[name].id}`;
}
