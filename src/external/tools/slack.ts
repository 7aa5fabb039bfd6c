import { blocks, bold, link, type Markdown, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { slackMessage } from '../slack-tool.ts';
import { recorded, type Tool, type Written } from '../tool.ts';

/** Messages of a channel of Slack, from its events or from an outgoing webhook. Messages of the app itself are left out. */
export const slack: Tool = {
  title: 'Slack (messages of a channel)',
  payloads: recorded('https://docs.slack.dev/reference/events/message/'),
  eventOf: ({ payload }) => payload.any('event.type', 'type') || 'message',
  handshake: ({ payload }) => {
    const isAsked = payload.any('type') === 'url_verification';
    return isAsked ? { challenge: payload.text('challenge') } : undefined;
  },
  events: { message: write },
};

function write(payload: Payload): Written {
  const event = payload.has('event') ? payload.at('event') : payload;
  const app = payload.any('api_app_id');
  if (app !== '' && event.any('bot_profile.app_id') === app) return [];
  const channel = event.any('channel_name', 'channel_id', 'channel');
  return { topic: channel === '' ? 'Slack' : `Slack ${channel}`, text: textOf(event) };
}

function textOf(event: Payload): Markdown {
  const files = event
    .list('files')
    .map((file) => link(file.any('title', 'name') || 'file', file.any('permalink', 'url_private')));
  const isEmpty = event.any('text') === '' && !event.has('blocks');
  const said = isEmpty && files.length > 0 ? md`` : slackMessage(event, '').text;
  const user = event.any('user_name', 'user');
  return blocks(md`${bold(user || 'Somebody')}:`, said, ...files);
}
