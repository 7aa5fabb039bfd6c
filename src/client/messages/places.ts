import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { type Conversation, conversationOf, keyOf } from '../store/conversation.ts';
import { formatNarrow } from '../store/routes.ts';

/** The conversation of messages, in the words and links of a list. */
export interface Place {
  href: string;
  /** The channel and topic, or the participants. */
  name: string;
  /** For topics. */
  channel?: { href: string; color: string; topic: string };
}

/** Finds the place of a message. */
export type FindPlace = (message: Message) => Place;

/** A new function whenever the names of places change. It describes each conversation once: rows show thousands. */
export function createFindPlace(client: Client): ReadonlySignal<FindPlace> {
  const { store } = client;
  return computed(() => {
    store.read('people', 'channels', 'realm');
    const known = new Map<string, Place>();
    return (message) => {
      const conversation = conversationOf(message, store.user_id);
      const key = keyOf(conversation);
      const place = known.get(key) ?? describePlace(client, conversation);
      known.set(key, place);
      return place;
    };
  });
}

function describePlace(client: Client, conversation: Conversation): Place {
  const href = client.linkTo(conversation);
  if (conversation.type === 'direct')
    return { href, name: t('messages.youAnd', { people: client.describePeople(conversation.user_ids) }) };
  const { stream_id, topic } = conversation;
  const name = client.channelName(stream_id);
  const channel = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  return { href, name, channel: { href: channel, color: client.channelColor(stream_id), topic } };
}
