import { words } from '../forge.ts';
import { blocks, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const gosquared: Tool = {
  title: 'GoSquared',
  payloads: recorded('https://www.gosquared.com/docs/integrations/webhooks/'),
  eventOf: ({ payload }) => {
    if (payload.has('message')) return 'chat_message';
    return payload.has('concurrents') ? 'traffic_spike' : 'smart_group';
  },
  events: { chat_message: writeMessage, traffic_spike: writeTraffic, smart_group: writeGroup },
};

function nameOf(person: Payload): string {
  return person.any('name', '_anon.name', 'email', 'id') || 'Somebody';
}

function writeMessage(payload: Payload): ToolMessage {
  const message = payload.at('message');
  const page = link(message.any('session.title') || 'a page', message.any('session.href'));
  const name = nameOf(payload.at('person'));
  const note = message.any('private') === 'true' ? md`a note` : md`a message`;
  const actor = message.any('from') === 'agent' ? 'An agent' : name;
  return {
    topic: `chat with ${name}`,
    text: blocks(md`${actor} wrote ${note} on ${page}.`, quote(message.any('content'))),
  };
}

function writeTraffic(payload: Payload): ToolMessage {
  const site = payload.any('siteDetails.domain') || payload.text('siteDetails.acct');
  const bound = payload.any('triggeredAlert.boundary') === 'lower' ? 'fell' : 'rose';
  const account = payload.any('siteDetails.acct');
  const page = account === '' ? '' : `https://www.gosquared.com/now/${encodeURIComponent(account)}`;
  const count = payload.text('concurrents');
  return { topic: site, text: md`The number of visitors of ${link(site, page)} ${bound} to ${count}.` };
}

function writeGroup(payload: Payload): ToolMessage {
  const group = payload.any('group.name') || payload.text('group.name');
  const person = payload.at('person');
  const verb = words(payload.any('boundary') || 'entered');
  return {
    topic: group,
    text: blocks(
      md`${nameOf(person)} ${verb} the group ${group}.`,
      facts({ Email: person.any('email'), Phone: person.any('phone') }),
    ),
  };
}
