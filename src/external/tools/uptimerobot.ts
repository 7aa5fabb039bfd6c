import { wordsIn } from '../forge.ts';
import { blocks, bold, facts, link, type Markdown, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { Tool, ToolMessage } from '../tool.ts';

const kinds: Readonly<Record<string, string>> = { 1: 'down', 2: 'up', 3: 'ssl_expiry' };

export const uptimerobot: Tool = {
  title: 'UptimeRobot',
  eventOf({ payload }) {
    const kind = payload.text('alertType');
    return wordsIn(kinds, kind, kind);
  },
  events: {
    down: (payload) => write(payload, md`:alert: ${monitorOf(payload)} is ${bold('down')}`),
    up: (payload) => write(payload, md`:check_mark: ${monitorOf(payload)} is ${bold('up')} again`),
    ssl_expiry: writeExpiry,
  },
};

function monitorOf(payload: Payload): Markdown {
  return link(payload.text('monitorFriendlyName'), payload.any('monitorURL'));
}

function write(payload: Payload, state: Markdown): ToolMessage {
  const details = payload.any('alertDetails');
  const seconds = payload.any('alertDuration');
  const duration = facts({ 'Down for': seconds === '' || seconds === '0' ? '' : `${seconds} seconds` });
  return { topic: payload.text('monitorFriendlyName'), text: blocks(md`${state}. ${details}`, duration) };
}

function writeExpiry(payload: Payload): ToolMessage {
  const days = payload.any('sslExpiryDaysLeft');
  const when = days === '' ? payload.any('alertDetails') : `It has ${days} days left.`;
  return {
    topic: payload.text('monitorFriendlyName'),
    text: md`The certificate of ${monitorOf(payload)} expires. ${when}`,
  };
}
