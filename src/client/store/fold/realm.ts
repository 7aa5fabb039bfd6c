import type { State } from '../../api/types.ts';
import { type Apply, byOp, type Fold, withEntry, without } from './model.ts';

const update: Apply<{ property: string; value: unknown }> = ({ state }, { property, value }) => {
  state[`realm_${property}`] = value;
};

const updateDict: Apply<{ data: Record<string, unknown> }> = ({ state }, { data }) => {
  for (const [name, value] of Object.entries(data)) state[`realm_${name}`] = value;
};

/** The values of a deleted profile field are deleted. */
const changeFields: Apply<{ fields: State['custom_profile_fields'] }> = ({ state }, { fields }) => {
  state.custom_profile_fields = fields;
  const ids = new Set(fields.map(({ id }) => String(id)));
  for (const { profile_data = {} } of [...state.realm_users, ...state.realm_non_active_users]) {
    for (const id of Object.keys(profile_data)) if (!ids.has(id)) delete profile_data[id];
  }
};

type Domain = State['realm_domains'][number];

const domains: Fold = {
  add({ state }, { realm_domain }: { realm_domain: Domain }) {
    state.realm_domains.push(realm_domain);
  },
  change({ state }, { realm_domain }: { realm_domain: Domain }) {
    state.realm_domains = withEntry(state.realm_domains, realm_domain, 'domain');
  },
  remove({ state }, { domain }: Domain) {
    state.realm_domains = without(state.realm_domains, domain, 'domain');
  },
};

/** Events of the organization, by type. */
export const realm: Fold = {
  realm: byOp({ update, update_dict: updateDict }),
  realm_emoji: byOp({
    update({ state }, { realm_emoji }: Pick<State, 'realm_emoji'>) {
      state.realm_emoji = realm_emoji;
    },
  }),
  realm_domains: byOp(domains),
  realm_linkifiers({ state, stale }, { realm_linkifiers }: Pick<State, 'realm_linkifiers'>) {
    state.realm_linkifiers = realm_linkifiers;
    stale.add('topic_links');
  },
  realm_playgrounds({ state }, { realm_playgrounds }: Pick<State, 'realm_playgrounds'>) {
    state.realm_playgrounds = realm_playgrounds;
  },
  custom_profile_fields: changeFields,
  realm_user_settings_defaults: byOp({
    update({ state }, { property, value }: { property: string; value: unknown }) {
      state.realm_user_settings_defaults[property] = value;
    },
  }),
};
