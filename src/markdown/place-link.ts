import type { Place, Topic } from './context.ts';
import { escapeLabel } from './escape.ts';
import { narrowUrl } from './narrow-url.ts';

// Names that the short forms cannot express.
const unfitName = /[*>]/;
const unfitTopic = /[*]|@\d{1,15}$/;

/** Markdown of a link to a channel, for any name. */
export function channelLink(channel: Place): string {
  const { name } = channel;
  return unfitName.test(name) ? `[#${escapeLabel(name)}](${narrowUrl(channel)})` : `#**${name}**`;
}

/** Markdown of a link to a topic, or to a message in it, for any names. */
export function topicLink(
  channel: Place,
  { name, display_name }: Pick<Topic, 'name' | 'display_name'>,
  message_id?: number,
): string {
  const at = message_id === undefined ? '' : `@${message_id}`;
  if (!unfitName.test(channel.name) && !unfitTopic.test(display_name))
    return `#**${channel.name}>${display_name}${at}**`;
  const near = message_id === undefined ? undefined : ({ operator: 'near', id: message_id } as const);
  return `[#${escapeLabel(channel.name)} > ${escapeLabel(display_name)}](${narrowUrl(channel, name, near)})`;
}
