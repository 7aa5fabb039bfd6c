import { roles } from '../../../src/users/user.ts';
import type { Operation, World } from './world.ts';

const createUser: Operation = (world) => {
  if (world.extras().length > 8) return undefined;
  const count = world.next();
  return {
    by: world.owner(),
    method: 'POST',
    path: '/users',
    values: {
      email: `extra${count}@example.com`,
      password: 'correct horse battery staple',
      full_name: `Extra ${count}`,
    },
  };
};

/** Observers but the owner change, too. */
function changeable(world: World): number {
  const { alice, bob, guest } = world.server.users;
  return world.any([...world.extras(), alice.id, bob.id, guest.id]);
}

const changeRole: Operation = (world) => ({
  by: world.owner(),
  method: 'PATCH',
  path: `/users/${changeable(world)}`,
  values: { role: world.any([roles.administrator, roles.moderator, roles.member, roles.member, roles.guest]) },
});

const rename: Operation = (world) => ({
  by: world.administrator(),
  method: 'PATCH',
  path: `/users/${world.any([...world.extras(), world.server.users.moderator.id])}`,
  values: { full_name: `Renamed ${world.next()}` },
});

const changeActivity: Operation = (world) => {
  const id = world.maybe(world.extras());
  if (id === undefined) return undefined;
  const isActive = world.people().includes(id);
  if (isActive) return { by: world.administrator(), method: 'DELETE', path: `/users/${id}` };
  world.forgetClient(id);
  return { by: world.administrator(), method: 'POST', path: `/users/${id}/reactivate` };
};

const settings = [
  { email_address_visibility: 1 },
  { email_address_visibility: 3 },
  { email_address_visibility: 4 },
  { email_address_visibility: 5 },
  { enter_sends: true },
  { enter_sends: false },
  { timezone: 'Europe/Berlin' },
  { timezone: 'Asia/Tokyo' },
  { automatically_follow_topics_policy: 1 },
  { automatically_follow_topics_policy: 4 },
  { presence_enabled: false },
  { enable_desktop_notifications: false },
  { enable_drafts_synchronization: true },
];

const changeSettings: Operation = (world) => ({
  by: world.someone(),
  method: 'PATCH',
  path: '/settings',
  values: world.chance.chance(10)
    ? { full_name: `Self ${world.next()}` }
    : (world.any<object>(settings) as Record<string, unknown>),
});

const changeDefaults: Operation = (world) => ({
  by: world.administrator(),
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  values: world.any([{ enter_sends: true }, { enter_sends: false }, { color_scheme: 2 }]) as Record<string, unknown>,
});

const setStatus: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/users/me/status',
  values: world.any<object>([
    { status_text: `busy ${world.next()}` },
    { status_text: '' },
    { emoji_name: 'tada' },
    { emoji_name: '' },
    { away: true },
    { away: false },
  ]) as Record<string, unknown>,
});

const beHere: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/users/me/presence',
  values: { status: world.any(['active', 'idle']) },
});

const changeGroup: Operation = (world) => {
  const by = world.actor();
  const id = world.maybe(world.ids('SELECT id FROM groups WHERE name IS NOT NULL AND is_system_group = 0'));
  if (id === undefined || (world.chance.chance(10) && id < 40)) {
    const members = world.chance.some(world.people());
    const name = world.chance.chance(20) ? 'crew' : `group ${world.next()}`;
    return { by, method: 'POST', path: '/user_groups/create', values: { name, description: 'some', members } };
  }
  const path = `/user_groups/${id}`;
  if (world.chance.chance(40)) {
    const values = world.any<object>([
      { add: world.chance.some(world.people()) },
      { delete: [world.someone()] },
      { add: [world.someone()], delete: [world.someone()] },
      { add_subgroups: [world.group()] },
      { delete_subgroups: [world.group()] },
    ]) as Record<string, unknown>;
    return { by, method: 'POST', path: `${path}/members`, values };
  }
  if (world.chance.chance(20)) return { by, method: 'POST', path: `${path}/deactivate` };
  const setting = world.any(['can_mention_group', 'can_join_group', 'can_manage_group', 'can_leave_group']);
  const values = world.any<object>([
    { name: `group ${world.next()}` },
    { description: `what ${world.next()}` },
    { deactivated: false },
    { [setting]: { new: world.groupValue() } },
  ]) as Record<string, unknown>;
  return { by, method: 'PATCH', path, values };
};

const changeBot: Operation = (world) => {
  const bots = world.ids('SELECT id FROM users WHERE bot_type IS NOT NULL AND is_system_bot = 0');
  const by = world.actor();
  if (bots.length < 4) {
    const count = world.next();
    return { by, method: 'POST', path: '/bots', values: { full_name: `Bot ${count}`, short_name: `bot${count}` } };
  }
  const [first, ...others] = bots;
  const id = world.any(bots);
  if (id !== first && world.chance.chance(25)) {
    const isActive = world.people().includes(id);
    if (isActive) return { by: world.administrator(), method: 'DELETE', path: `/bots/${world.any(others)}` };
    world.forgetClient(id);
    return { by: world.administrator(), method: 'POST', path: `/users/${id}/reactivate` };
  }
  const values = world.any<object>([
    { full_name: `Bot ${world.next()}` },
    { bot_owner_id: world.someone() },
    { bot_owner_id: world.someone() },
    { default_sending_stream: world.channelName(world.channel()) },
  ]) as Record<string, unknown>;
  return { by: world.administrator(), method: 'PATCH', path: `/bots/${id}`, values };
};

const changeField: Operation = (world) => {
  const by = world.administrator();
  const fields = world.ids('SELECT id FROM profile_fields');
  if (fields.length < 3) {
    const values = { field_type: world.any([1, 2, 8]), name: `field ${world.next()}`, hint: '' };
    return { by, method: 'POST', path: '/realm/profile_fields', values };
  }
  const id = world.any(fields);
  if (world.chance.chance(10)) return { by, method: 'DELETE', path: `/realm/profile_fields/${id}` };
  if (world.chance.chance(20)) {
    return { by, method: 'PATCH', path: '/realm/profile_fields', values: { order: fields.toReversed() } };
  }
  if (world.chance.chance(20)) {
    return { by, method: 'PATCH', path: `/realm/profile_fields/${id}`, values: { name: `field ${world.next()}` } };
  }
  const mine = world.someone();
  if (world.chance.chance(30))
    return { by: mine, method: 'DELETE', path: '/users/me/profile_data', values: { data: [id] } };
  const data = [{ id, value: `so *${world.next()}*` }];
  return { by: mine, method: 'PATCH', path: '/users/me/profile_data', values: { data } };
};

const changeAvatar: Operation = (world) => {
  const by = world.someone();
  const bytes = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'));
  if (world.chance.chance(40)) return { by, method: 'DELETE', path: '/users/me/avatar' };
  return { by, method: 'POST', path: '/users/me/avatar', files: [{ name: 'face.png', bytes }] };
};

/** Writes about people and groups, how often each is chosen. */
export const people: readonly (readonly [weight: number, operation: Operation])[] = [
  [2, createUser],
  [6, changeRole],
  [2, rename],
  [6, changeActivity],
  [5, changeSettings],
  [1, changeDefaults],
  [3, setStatus],
  [1, beHere],
  [10, changeGroup],
  [4, changeBot],
  [4, changeField],
  [2, changeAvatar],
];
