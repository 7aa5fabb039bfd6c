import type { StateSections } from '../users/state-section.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';
import { urlParams } from './url-options.ts';

const slack = {
  name: 'slack_incoming',
  display_name: 'Slack-compatible webhook',
  all_event_types: null,
  config_options: [],
  url_options: [],
  is_tried: true,
};

/** The formats of posts by tools, as clients list them to the owner of a bot. */
function listFormats() {
  const formats = [...Object.entries(tools).map(presentTool), slack];
  // Not with localeCompare(): its first call takes 10 ms, in which it loads the rules of languages.
  const nameOf = ({ display_name }: { display_name: string }) => display_name.toLowerCase();
  return formats.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function presentTool([name, { title, events, payloads, options = [] }]: [string, Tool]) {
  const names = Object.keys(events);
  const all_event_types = names.length > 1 ? names.sort() : null;
  const url_options = options.map((key) => {
    const { description, schema } = urlParams[key];
    return { key, label: description, validator: schema.type === 'boolean' ? 'check_bool' : 'check_string' };
  });
  const { isTried: is_tried } = payloads;
  return { name, display_name: title, all_event_types, config_options: [], url_options, is_tried };
}

/** Listed once: the list is long, and the same in every answer. */
const formats = listFormats();

/** Without what is chatd's own. */
const knownFormats = formats.map(({ is_tried, ...known }) => known);

/** Sections of the initial state about tools that post here. */
export const externalSections: StateSections = {
  realm_incoming_webhook_bots: (_app, _user, { chatd_events }) => ({
    realm_incoming_webhook_bots: chatd_events ? formats : knownFormats,
  }),
};
