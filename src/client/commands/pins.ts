import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { topicKey } from '../store/conversation.ts';
import { ChannelLists } from './channel-list.ts';

type PinPlace = 'topic' | 'channel';

export interface Pin {
  message_id: number;
  topic: string;
  pinned_to: PinPlace;
  /** Who pinned it, and when, in UNIX seconds. */
  user_id: number;
  timestamp: number;
}

/** What is pinned in a channel and its topics, last pinned first; undefined until it is fetched. */
const pinLists = new ChannelLists<Pin>('pinned_messages', async ({ call }, stream_id) => {
  const { pinned_messages } = await call<{ pinned_messages: Pin[] }>('GET', `/streams/${stream_id}/pinned_messages`);
  return pinned_messages;
});

/** Of a topic, everything pinned there; of a channel without a topic, what is pinned to the channel. */
export function pinsAt(client: Client, stream_id: number, topic: string | undefined): readonly Pin[] {
  const pins = pinLists.read(client, stream_id) ?? [];
  if (topic === undefined) return pins.filter(({ pinned_to }) => pinned_to === 'channel');
  const key = topicKey(stream_id, topic);
  return pins.filter((pin) => topicKey(stream_id, pin.topic) === key);
}

/** Where a message is pinned. */
export function pinPlace(client: Client, message: Message): PinPlace | undefined {
  if (message.type === 'private') return undefined;
  return pinLists.read(client, message.stream_id)?.find(({ message_id }) => message_id === message.id)?.pinned_to;
}

export async function pin(client: Client, id: number, pinned_to: PinPlace): Promise<void> {
  const isDone = await client.attempt(client.call('POST', `/messages/${id}/pin`, { pinned_to }));
  if (isDone) client.say(pinned_to === 'topic' ? t('commands.pinnedToTopic') : t('commands.pinnedToChannel'));
}

export async function unpin(client: Client, id: number): Promise<void> {
  const isDone = await client.attempt(client.call('DELETE', `/messages/${id}/pin`));
  if (isDone) client.say(t('commands.unpinned'));
}
