import type { ScheduledMessage } from '../api/types.ts';
import type { Client } from '../client.ts';
import type { Conversation } from '../store/conversation.ts';
import { othersAmong } from '../store/fold/messages.ts';

export function conversationIn({ type, to, topic = '' }: ScheduledMessage, user_id: number): Conversation {
  if (type === 'stream') return { type: 'topic', stream_id: Number(to), topic };
  return { type: 'direct', user_ids: othersAmong({ user_id }, [to].flat()) };
}

/** Sends a scheduled message now. It is deleted first, so that it is never sent twice. */
export async function sendNow(client: Client, message: ScheduledMessage): Promise<void> {
  const conversation = conversationIn(message, client.store.user_id);
  const path = `/scheduled_messages/${message.scheduled_message_id}`;
  const isHere = client.router.hold();
  if (!(await client.attempt(client.call('DELETE', path)))) return;
  if (isHere()) client.router.go(client.linkTo(conversation));
  await client.outbox.send(conversation, message.content);
}
