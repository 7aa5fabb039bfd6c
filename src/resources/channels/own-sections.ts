import { doSetOwnSections, listOwnSections, ownSectionLimits } from '../../channels/own-section.ts';
import { integer, list, object, required, text, trimmed } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const { sections, name, channels } = ownSectionLimits;

const section = object({
  name: required(
    trimmed(text({ max: name })),
    'Name of the section; without characters, the list is no section, and orders channels outside all of them.',
  ),
  channel_ids: required(list(integer(), { max: channels }), 'Its channels, in order.'),
});

export const getOwnSections: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/own_sections',
  summary: 'List the sections of your side bar',
  access: 'user',
  params: {},
  errors: [],
  handler({ db, user }) {
    return { own_sections: listOwnSections(db, user) };
  },
});

export const setOwnSections: Endpoint = endpoint({
  method: 'PUT',
  path: '/users/me/own_sections',
  summary: 'Replace the sections of your side bar',
  access: 'user',
  params: { own_sections: required(list(section, { max: sections }), 'All sections, in order.') },
  errors: [],
  handler({ app, user }, { own_sections }) {
    doSetOwnSections(app, user, own_sections);
    return {};
  },
});
