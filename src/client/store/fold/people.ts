import type { State, User, UserGroup, UserStatus } from '../../api/types.ts';
import {
  type Apply,
  byOp,
  change,
  changeMessage,
  changes,
  type Fold,
  type Model,
  type Ops,
  withEntry,
  without,
} from './model.ts';

const roles = { owner: 100, administrator: 200, moderator: 300, guest: 600 };

/** The changed fields of a user in an event. */
interface PersonChange extends Partial<Omit<User, 'user_id'>> {
  user_id: number;
  new_email?: string;
  avatar_url_medium?: string;
  avatar_source?: string;
  custom_profile_field?: { id: number; value: string | null; rendered_value?: string };
}

const addUser: Apply<{ person: User }> = (model, { person }) => {
  const { state } = model;
  const { is_active, ...record } = person;
  forgetUser(state, record.user_id);
  const list = is_active === false ? 'realm_non_active_users' : 'realm_users';
  state[list] = withEntry(state[list], record, 'user_id');
  updateSender(model, { ...record, new_email: record.email });
};

const updateUser: Apply<{ person: PersonChange }> = (model, { person }) => {
  const { user_id, custom_profile_field, new_email, is_active, role, ...rest } = person;
  const { avatar_url_medium: _medium, avatar_source: _source, email: _email, ...fields } = rest;
  const record = findUser(model.state, user_id);
  if (record) {
    Object.assign(record, fields, new_email === undefined ? {} : { email: new_email });
    if (role !== undefined) Object.assign(record, roleFields(role));
    if (custom_profile_field) changeProfile(record, custom_profile_field);
    if (is_active !== undefined) changeActivity(model.state, record, is_active);
  }
  if (new_email !== undefined) change(model.state.realm_bots, user_id, 'user_id', { email: new_email });
  if (user_id === model.state.user_id) updateSelf(model.state, person);
  updateSender(model, person);
};

const removeUser: Apply<{ person: { user_id: number } }> = ({ state }, { person }) => {
  forgetUser(state, person.user_id);
  delete state.user_status[person.user_id];
};

/** If the user list may be incomplete, users who are no longer known are removed. */
function forgetUser(state: State, user_id: number): void {
  state.realm_users = without(state.realm_users, user_id, 'user_id');
  state.realm_non_active_users = without(state.realm_non_active_users, user_id, 'user_id');
}

function findUser(state: State, user_id: number): User | undefined {
  const isThat = (one: User) => one.user_id === user_id;
  return state.realm_users.find(isThat) ?? state.realm_non_active_users.find(isThat);
}

function roleFields(role: number) {
  return {
    role,
    is_owner: role === roles.owner,
    is_admin: role <= roles.administrator,
    is_guest: role === roles.guest,
  };
}

function changeProfile(record: User, field: NonNullable<PersonChange['custom_profile_field']>): void {
  const { id, value, rendered_value } = field;
  record.profile_data ??= {};
  if (value === null) delete record.profile_data[id];
  else record.profile_data[id] = { value, ...(rendered_value === undefined ? {} : { rendered_value }) };
}

/** A deactivated user is removed from all groups; after a reactivation, group events restore the memberships. */
function changeActivity(state: State, record: User, is_active: boolean): void {
  forgetUser(state, record.user_id);
  const list = is_active ? 'realm_users' : 'realm_non_active_users';
  state[list] = withEntry(state[list], record, 'user_id');
  if (is_active) return;
  delete state.user_status[record.user_id];
  for (const group of state.realm_user_groups) {
    group.members = group.members.filter((id) => id !== record.user_id);
  }
}

function updateSelf(state: State, person: PersonChange): void {
  const { role, full_name, delivery_email, new_email, avatar_url, avatar_url_medium, avatar_source } = person;
  if (full_name !== undefined) state.full_name = full_name;
  if (delivery_email !== undefined && delivery_email !== null) state.delivery_email = delivery_email;
  if (new_email !== undefined) state.email = new_email;
  if (avatar_url !== undefined) state.avatar_url = avatar_url;
  if (avatar_url_medium !== undefined) state.avatar_url_medium = avatar_url_medium;
  if (avatar_source !== undefined) state.avatar_source = avatar_source;
  if (role === undefined) return;
  const { is_owner, is_admin, is_guest } = roleFields(role);
  Object.assign(state, { is_owner, is_admin, is_guest, is_moderator: role <= roles.moderator });
}

/** Updates the sender's name and picture in their messages. */
function updateSender(model: Model, { user_id, full_name, avatar_url, new_email }: PersonChange): void {
  if (full_name === undefined && avatar_url === undefined && new_email === undefined) return;
  const sender = {
    ...(full_name === undefined ? {} : { sender_full_name: full_name }),
    ...(avatar_url === undefined ? {} : { avatar_url }),
    ...(new_email === undefined ? {} : { sender_email: new_email }),
  };
  const participant = {
    ...(full_name === undefined ? {} : { full_name }),
    ...(new_email === undefined ? {} : { email: new_email }),
  };
  for (const message of model.messages.values()) {
    if (message.sender_id === user_id) changeMessage(model, message.id, () => sender);
    if (message.type !== 'private' || !message.display_recipient.some(({ id }) => id === user_id)) continue;
    const display_recipient = message.display_recipient.map((one) =>
      one.id === user_id ? { ...one, ...participant } : one,
    );
    changeMessage(model, message.id, () => ({ display_recipient }));
  }
}

const updateStatus: Apply<UserStatus & { type: string; user_id: number }> = ({ state }, event) => {
  const { type: _type, user_id, ...changes } = event;
  const status = { ...state.user_status[user_id], ...changes };
  if (changes.emoji_name === '') {
    delete status.emoji_name;
    delete status.emoji_code;
    delete status.reaction_type;
  }
  if (!status.status_text) delete status.status_text;
  if (!status.away) delete status.away;
  if (Object.keys(status).length === 0) delete state.user_status[user_id];
  else state.user_status[user_id] = status;
};

interface MemberChange {
  group_id: number;
  user_ids: number[];
  direct_subgroup_ids: number[];
}

const changeMembers =
  (key: 'members' | 'direct_subgroup_ids', next: (ids: readonly number[], changed: number[]) => number[]) =>
  ({ state }: Model, event: MemberChange) => {
    const changed = key === 'members' ? event.user_ids : event.direct_subgroup_ids;
    for (const group of state.realm_user_groups)
      if (group.id === event.group_id) group[key] = next(group[key], changed);
  };

const added = (ids: readonly number[], more: readonly number[]) => [...new Set([...ids, ...more])];
const removed = (ids: readonly number[], less: readonly number[]) => ids.filter((id) => !less.includes(id));

type Bot = State['realm_bots'][number];

const bots: Ops = {
  add({ state }, { bot }: { bot: Bot }) {
    state.realm_bots = withEntry(state.realm_bots, bot, 'user_id');
  },
  update({ state }, { bot }: { bot: Bot }) {
    change(state.realm_bots, bot.user_id, 'user_id', bot);
  },
  delete({ state }, { bot }: { bot: Bot }) {
    state.realm_bots = without(state.realm_bots, bot.user_id, 'user_id');
  },
};

const groups: Ops = {
  add({ state }, { group }: { group: UserGroup }) {
    state.realm_user_groups = withEntry(state.realm_user_groups, group, 'id');
  },
  update({ state }, { group_id, data }: { group_id: number; data: Partial<UserGroup> }) {
    change(state.realm_user_groups, group_id, 'id', data);
  },
  remove({ state }, { group_id }: { group_id: number }) {
    state.realm_user_groups = without(state.realm_user_groups, group_id, 'id');
  },
  add_members: changeMembers('members', added),
  remove_members: changeMembers('members', removed),
  add_subgroups: changeMembers('direct_subgroup_ids', added),
  remove_subgroups: changeMembers('direct_subgroup_ids', removed),
};

/** Channels are open to roles and groups, and messages appear and disappear with them. */
const ofSight = ['people', 'channels', 'messages', 'marks'] as const;

/** Events of people and groups, by type. */
export const people: Fold = {
  realm_user: changes(ofSight, byOp({ add: addUser, update: updateUser, remove: removeUser })),
  realm_bot: changes('people', byOp(bots)),
  user_status: changes('people', updateStatus),
  user_group: changes(ofSight, byOp(groups)),
};
