import type { MarkdownIt, StateInline } from 'markdown-it';
import { contextOf, type Lookups, type Place } from '../context.ts';
import { narrowUrl } from '../narrow-url.ts';
import { startsWord } from '../word-start.ts';

const syntax = /#\*\*([^*>\n]+)(?:>([^*\n]*))?\*\*/y;

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@id**`, for channels that the writer may see. */
export function channelLinkRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'channel_link', readLink);
}

function readLink(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '#' || state.linkLevel > 0 || !startsWord(state)) return false;
  const { lookups } = contextOf(state.env);
  syntax.lastIndex = state.pos;
  const match = lookups && syntax.exec(state.src);
  if (!match || syntax.lastIndex > state.posMax) return false;
  const [text, name = '', where] = match;
  const channel = lookups.findChannel(name);
  if (!channel) return false;
  if (!silent) pushLink(state, lookups, channel, where);
  state.pos += text.length;
  return true;
}

function pushLink(state: StateInline, lookups: Lookups, channel: Place, where: string | undefined): void {
  if (where === undefined) {
    pushChannelLink(state, channel);
    return;
  }
  const [, named = where, message_id] = /^(.*)@(\d{1,15})$/.exec(where) ?? [];
  const topic = lookups.findTopic(channel.id, named);
  const newest = topic.newest_id === undefined ? undefined : ({ operator: 'with', id: topic.newest_id } as const);
  const token = state.push('link_open', 'a', 1);
  token.markup = 'place';
  if (message_id === undefined) {
    token.attrs = [
      ['class', 'stream-topic'],
      ['data-stream-id', channel.id],
      ['href', narrowUrl(channel, topic.name, newest)],
    ];
  } else {
    token.attrs = [
      ['class', 'message-link'],
      ['href', narrowUrl(channel, topic.name, { operator: 'near', id: Number(message_id) })],
    ];
  }
  pushText(state, `#${channel.name} > `);
  if (topic.name === '') state.push('em_open', 'em', 1);
  pushText(state, topic.display_name);
  if (topic.name === '') state.push('em_close', 'em', -1);
  if (message_id !== undefined) pushText(state, ' @ 💬');
  state.push('link_close', 'a', -1);
}

function pushChannelLink(state: StateInline, channel: Place): void {
  state.push('link_open', 'a', 1).attrs = [
    ['class', 'stream'],
    ['data-stream-id', channel.id],
    ['href', narrowUrl(channel)],
  ];
  pushText(state, `#${channel.name}`);
  state.push('link_close', 'a', -1);
}

function pushText(state: StateInline, text: string): void {
  state.push('text', '', 0).content = text;
}
