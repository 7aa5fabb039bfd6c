import { wordsIn } from '../forge.ts';
import { blocks, bold, link, md, quote, time } from '../markdown.ts';
import { documented, type Tool, type ToolMessage, type Write } from '../tool.ts';

const states: Readonly<Record<string, string>> = { 0: 'down', 1: 'up', 2: 'pending', 3: 'maintenance' };

export const uptimekuma: Tool = {
  title: 'Uptime Kuma',
  payloads: documented('https://github.com/louislam/uptime-kuma/wiki/Notification-Methods'),
  eventOf: ({ payload }) => {
    // Tests and certificate warnings have no heartbeat.
    if (!payload.has('heartbeat')) return 'notice';
    const state = payload.text('heartbeat.status');
    return wordsIn(states, state, state);
  },
  events: {
    down: heartbeat(':alert:'),
    up: heartbeat(':check_mark:'),
    pending: heartbeat(':hourglass:'),
    maintenance: heartbeat(':wrench:', 'in maintenance'),
    notice: (payload) => ({ topic: payload.any('monitor.name') || 'Uptime Kuma', text: md`${payload.text('msg')}` }),
  },
};

function heartbeat(emoji: string, what?: string): Write {
  return (payload, state): ToolMessage => {
    const title = payload.text('monitor.name');
    const monitor = link(title, payload.any('monitor.url', 'monitor.hostname'));
    const at = time(payload.any('heartbeat.time').replace(/^(\S+) (\S+)$/, '$1T$2Z'));
    const text = md`${emoji} ${monitor} is ${bold(what ?? state)} ${at}`;
    return { topic: title, text: blocks(text, quote(payload.any('heartbeat.msg'))) };
  };
}
