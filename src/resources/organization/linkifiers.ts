import { nullable } from '../../http/combined-kinds.ts';
import { integer, list, optional, required, text } from '../../http/params.ts';
import {
  accessLinkifier,
  doAddLinkifier,
  doRemoveLinkifier,
  doReorderLinkifiers,
  doUpdateLinkifier,
  linkifierExists,
  linkifierNotFound,
  linkifierOrderErrors,
  listLinkifiers,
} from '../../organization/linkifier.ts';
import { linkifierErrors } from '../../organization/linkifier-check.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const filter_id = required(integer(), 'The linkifier.');
const bounded = text({ max: 1000 });
const pattern = required(bounded, 'Regular expression, in the syntax of RE2, of the text that becomes a link.');
const url_template = required(bounded, 'URL of the link: an RFC 6570 template with the named groups of the pattern.');
const example_input = 'Example of a text that the pattern matches; empty for none.';
const reverse_template =
  'Template of the text that clients replace such a URL with: `{group}`, `{{` and `}}`; empty: no replacement.';
const alternative_url_templates = 'Further templates of the URLs that clients replace.';

export const getLinkifiers: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  summary: 'Get the linkifiers, in the order in which they are applied',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler({ db }) {
    return { linkifiers: listLinkifiers(db) };
  },
});

export const addLinkifier: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/filters',
  summary: 'Add a linkifier',
  access: 'administrator',
  params: {
    pattern,
    url_template,
    example_input: optional(nullable(bounded), example_input, { fallback: null }),
    reverse_template: optional(nullable(bounded), reverse_template, { fallback: null }),
    alternative_url_templates: optional(list(bounded, { max: 20 }), alternative_url_templates, {
      fallback: [] as string[],
    }),
  },
  errors: [...linkifierErrors, linkifierExists, realmListFull],
  handler({ app }, settings) {
    return { id: doAddLinkifier(app, settings) };
  },
});

export const updateLinkifier: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  summary: 'Change a linkifier',
  access: 'administrator',
  params: {
    filter_id,
    pattern,
    url_template,
    example_input: optional(nullable(bounded), example_input),
    reverse_template: optional(nullable(bounded), reverse_template),
    alternative_url_templates: optional(list(bounded, { max: 20 }), alternative_url_templates),
  },
  errors: [linkifierNotFound, ...linkifierErrors, linkifierExists, realmListFull],
  handler({ app, db }, { filter_id, ...changes }) {
    const linkifier = accessLinkifier(db, filter_id);
    const { example_input, reverse_template, alternative_url_templates } = linkifier;
    doUpdateLinkifier(app, linkifier, {
      pattern: changes.pattern,
      url_template: changes.url_template,
      example_input: changes.example_input === undefined ? example_input : changes.example_input,
      reverse_template: changes.reverse_template === undefined ? reverse_template : changes.reverse_template,
      alternative_url_templates: changes.alternative_url_templates ?? alternative_url_templates,
    });
    return {};
  },
});

export const removeLinkifier: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  summary: 'Remove a linkifier',
  access: 'administrator',
  params: { filter_id },
  errors: [linkifierNotFound],
  handler({ app, db }, { filter_id }) {
    doRemoveLinkifier(app, accessLinkifier(db, filter_id));
    return {};
  },
});

export const reorderLinkifiers: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/linkifiers',
  summary: 'Reorder the linkifiers',
  access: 'administrator',
  params: { ordered_linkifier_ids: required(list(integer()), 'Ids of all linkifiers, in the new order.') },
  errors: linkifierOrderErrors,
  handler({ app }, { ordered_linkifier_ids }) {
    doReorderLinkifiers(app, ordered_linkifier_ids);
    return {};
  },
});
