import { type Apply, byOp, type Json, without } from './model.ts';

const update: Apply = ({ state }, { property, value }) => {
  state[`realm_${property}`] = value;
};

const updateDict: Apply = ({ state }, { data }) => {
  for (const [name, value] of Object.entries(data)) state[`realm_${name}`] = value;
};

/** Values of a profile field end with the field. */
const changeFields: Apply = ({ state }, { fields }) => {
  state.custom_profile_fields = fields;
  const ids = new Set(fields.map(({ id }: Json) => String(id)));
  for (const user of [...state.realm_users, ...state.realm_non_active_users]) {
    for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data[id];
  }
};

/** Events of the organization, by type. */
export const realm: Readonly<Record<string, Apply>> = {
  realm: byOp({ update, update_dict: updateDict }),
  realm_emoji: byOp({
    update({ state }, { realm_emoji }) {
      state.realm_emoji = realm_emoji;
    },
  }),
  realm_domains: byOp({
    add({ state }, { realm_domain }) {
      state.realm_domains.push(realm_domain);
    },
    change({ state }, { realm_domain }) {
      state.realm_domains = [...without(state.realm_domains, realm_domain.domain, 'domain'), realm_domain];
    },
    remove({ state }, { domain }) {
      state.realm_domains = without(state.realm_domains, domain, 'domain');
    },
  }),
  realm_linkifiers({ state, stale }, { realm_linkifiers }) {
    state.realm_linkifiers = realm_linkifiers;
    stale.add('topic_links');
  },
  realm_playgrounds({ state }, { realm_playgrounds }) {
    state.realm_playgrounds = realm_playgrounds;
  },
  custom_profile_fields: changeFields,
  realm_user_settings_defaults: byOp({
    update({ state }, { property, value }) {
      state.realm_user_settings_defaults[property] = value;
    },
  }),
};
