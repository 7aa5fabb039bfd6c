import { wordsIn } from '../forge.ts';
import { blocks, bold, facts, link, type Markdown, md } from '../markdown.ts';
import { type Payload, payloadInvalid } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

const kinds: Readonly<Record<string, string>> = { 1: 'down', 2: 'up', 3: 'ssl_expiry' };

/** The body is a template that people fill in with the variables of UptimeRobot: named like these, or in snake_case. */
export const uptimerobot: Tool = {
  title: 'UptimeRobot',
  payloads: recorded('https://uptimerobot.com/kb/'),
  eventOf({ payload }) {
    const kind = required(payload, 'alertType');
    return wordsIn(kinds, kind, kind);
  },
  events: {
    down: (payload) => write(payload, md`:alert: ${monitorOf(payload)} is ${bold('down')}`),
    up: (payload) => write(payload, md`:check_mark: ${monitorOf(payload)} is ${bold('up')} again`),
    ssl_expiry: writeExpiry,
  },
};

/** The value of a variable; empty if it is missing or was not filled in. */
function valueOfVariable(payload: Payload, name: string): string {
  const snake = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const value = payload.any(name, snake);
  return /^\*[a-z]+\*$/i.test(value) ? '' : value;
}

function required(payload: Payload, name: string): string {
  const value = valueOfVariable(payload, name);
  if (value === '') throw payloadInvalid({ name, problem: 'is missing' });
  return value;
}

function nameOf(payload: Payload): string {
  const address = valueOfVariable(payload, 'monitorURL');
  return address === ''
    ? required(payload, 'monitorFriendlyName')
    : valueOfVariable(payload, 'monitorFriendlyName') || address;
}

function monitorOf(payload: Payload): Markdown {
  return link(nameOf(payload), valueOfVariable(payload, 'monitorURL'));
}

function write(payload: Payload, state: Markdown): ToolMessage {
  const seconds = valueOfVariable(payload, 'alertDuration');
  const duration = valueOfVariable(payload, 'alertFriendlyDuration') || `${seconds} seconds`;
  const isKnown = duration !== ' seconds' && seconds !== '0';
  const details = md`${state}. ${valueOfVariable(payload, 'alertDetails')}`;
  return { topic: nameOf(payload), text: blocks(details, facts({ 'Down for': isKnown ? duration : '' })) };
}

function writeExpiry(payload: Payload): ToolMessage {
  const days = valueOfVariable(payload, 'sslExpiryDaysLeft');
  const when = days === '' ? valueOfVariable(payload, 'alertDetails') : `It has ${days} days left.`;
  return { topic: nameOf(payload), text: md`The certificate of ${monitorOf(payload)} expires. ${when}` };
}
