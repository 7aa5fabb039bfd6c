import { type Apply, byOp, change, type Json, type Model, withEntry, without } from './model.ts';

const roles = { owner: 100, administrator: 200, moderator: 300, guest: 600 };
const avatarFields = ['avatar_url', 'avatar_url_medium', 'avatar_source'] as const;

const addUser: Apply = (model, { person }) => {
  const { state } = model;
  const { is_active, ...record } = person;
  forgetUser(state, record.user_id);
  const list = is_active === false ? 'realm_non_active_users' : 'realm_users';
  state[list] = withEntry(state[list], record, 'user_id');
  updateSender(model, { ...record, new_email: record.email });
};

const updateUser: Apply = (model, { person }) => {
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

const removeUser: Apply = ({ state }, { person }) => {
  forgetUser(state, person.user_id);
  delete state.user_status[person.user_id];
};

/** A client that can do without some users keeps no record of those it may not know of. */
function forgetUser(state: Json, user_id: number): void {
  state.realm_users = without(state.realm_users, user_id, 'user_id');
  state.realm_non_active_users = without(state.realm_non_active_users, user_id, 'user_id');
}

function findUser(state: Json, user_id: number): Json | undefined {
  const isThat = (one: Json) => one.user_id === user_id;
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

function changeProfile(record: Json, { id, value, rendered_value }: Json): void {
  if (value === null) delete record.profile_data[id];
  else record.profile_data[id] = { value, ...(rendered_value === undefined ? {} : { rendered_value }) };
}

/** Whoever is deactivated is in no group any more; coming back is told by the groups. */
function changeActivity(state: Json, record: Json, is_active: boolean): void {
  forgetUser(state, record.user_id);
  const list = is_active ? 'realm_users' : 'realm_non_active_users';
  state[list] = withEntry(state[list], record, 'user_id');
  if (is_active) return;
  delete state.user_status[record.user_id];
  for (const group of state.realm_user_groups) {
    group.members = group.members.filter((id: number) => id !== record.user_id);
  }
}

function updateSelf(state: Json, { role, full_name, delivery_email, new_email, ...rest }: Json): void {
  if (full_name !== undefined) state.full_name = full_name;
  if (delivery_email !== undefined) state.delivery_email = delivery_email;
  if (new_email !== undefined) state.email = new_email;
  for (const name of avatarFields) if (rest[name] !== undefined) state[name] = rest[name];
  if (role === undefined) return;
  const { is_owner, is_admin, is_guest } = roleFields(role);
  Object.assign(state, { is_owner, is_admin, is_guest, is_moderator: role <= roles.moderator });
}

/** Clients show a message under its sender's present name and picture. */
function updateSender({ messages }: Model, { user_id, full_name, avatar_url, new_email }: Json): void {
  if (full_name === undefined && avatar_url === undefined && new_email === undefined) return;
  for (const message of messages.values()) {
    if (message.sender_id === user_id) {
      if (full_name !== undefined) message.sender_full_name = full_name;
      if (avatar_url !== undefined) message.avatar_url = avatar_url;
      if (new_email !== undefined) message.sender_email = new_email;
    }
    if (message.type !== 'private') continue;
    const named = {
      ...(full_name === undefined ? {} : { full_name }),
      ...(new_email === undefined ? {} : { email: new_email }),
    };
    change(message.display_recipient, user_id, 'id', named);
  }
}

const updateStatus: Apply = ({ state }, { type: _type, user_id, ...changes }) => {
  const status = { ...state.user_status[user_id], ...changes };
  if (changes.emoji_name === '') for (const name of ['emoji_name', 'emoji_code', 'reaction_type']) delete status[name];
  if (!status.status_text) delete status.status_text;
  if (!status.away) delete status.away;
  if (Object.keys(status).length === 0) delete state.user_status[user_id];
  else state.user_status[user_id] = status;
};

const changeMembers = (model: Model, group_id: number, key: string, next: (ids: number[]) => number[]) => {
  for (const group of model.state.realm_user_groups) if (group.id === group_id) group[key] = next(group[key]);
};

const added = (more: readonly number[]) => (ids: readonly number[]) => [...new Set([...ids, ...more])];
const removed = (less: readonly number[]) => (ids: readonly number[]) => ids.filter((id) => !less.includes(id));

/** Events of people and groups, by type. */
export const people: Readonly<Record<string, Apply>> = {
  realm_user: byOp({ add: addUser, update: updateUser, remove: removeUser }),
  realm_bot: byOp({
    add({ state }, { bot }) {
      state.realm_bots = withEntry(state.realm_bots, bot, 'user_id');
    },
    update({ state }, { bot }) {
      change(state.realm_bots, bot.user_id, 'user_id', bot);
    },
    delete({ state }, { bot }) {
      state.realm_bots = without(state.realm_bots, bot.user_id, 'user_id');
    },
  }),
  user_status: updateStatus,
  user_group: byOp({
    add({ state }, { group }) {
      state.realm_user_groups = withEntry(state.realm_user_groups, group, 'id');
    },
    update({ state }, { group_id, data }) {
      change(state.realm_user_groups, group_id, 'id', data);
    },
    remove({ state }, { group_id }) {
      state.realm_user_groups = without(state.realm_user_groups, group_id, 'id');
    },
    add_members(model, { group_id, user_ids }) {
      changeMembers(model, group_id, 'members', added(user_ids));
    },
    remove_members(model, { group_id, user_ids }) {
      changeMembers(model, group_id, 'members', removed(user_ids));
    },
    add_subgroups(model, { group_id, direct_subgroup_ids }) {
      changeMembers(model, group_id, 'direct_subgroup_ids', added(direct_subgroup_ids));
    },
    remove_subgroups(model, { group_id, direct_subgroup_ids }) {
      changeMembers(model, group_id, 'direct_subgroup_ids', removed(direct_subgroup_ids));
    },
  }),
};
