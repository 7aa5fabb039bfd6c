import type { State } from '../../api/types.ts';
import { type Apply, byOp, changes, type Fold, type Ops, withEntry, without } from './model.ts';

const update: Apply<{ property: string; value: unknown }> = ({ state }, { property, value }) => {
  state[`realm_${property}`] = value;
};

const updateDict: Apply<{ data: Record<string, unknown> }> = ({ state }, { data }) => {
  for (const [name, value] of Object.entries(data)) state[`realm_${name}`] = value;
};

const updateDefault: Apply<{ property: string; value: unknown }> = ({ state }, { property, value }) => {
  state.realm_user_settings_defaults[property] = value;
};

const changeEmoji: Apply<Pick<State, 'realm_emoji'>> = ({ state }, { realm_emoji }) => {
  state.realm_emoji = realm_emoji;
};

const changeLinkifiers: Apply<Pick<State, 'realm_linkifiers'>> = ({ state, stale }, { realm_linkifiers }) => {
  state.realm_linkifiers = realm_linkifiers;
  stale.add('topic_links');
};

const changePlaygrounds: Apply<Pick<State, 'realm_playgrounds'>> = ({ state }, { realm_playgrounds }) => {
  state.realm_playgrounds = realm_playgrounds;
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

const domains: Ops = {
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
  realm: changes('realm', byOp({ update, update_dict: updateDict })),
  realm_emoji: changes('realm', byOp({ update: changeEmoji })),
  realm_domains: changes('realm', byOp(domains)),
  realm_linkifiers: changes('realm', changeLinkifiers),
  realm_playgrounds: changes('realm', changePlaygrounds),
  custom_profile_fields: changes(['people', 'realm'], changeFields),
  realm_user_settings_defaults: changes('realm', byOp({ update: updateDefault })),
};
