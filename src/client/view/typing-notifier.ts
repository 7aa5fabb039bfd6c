import type { Client } from '../client.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';

let target: Conversation | undefined;
let saidAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reports that the user is typing in a conversation, at most as often as the server wants; undefined: that they
 * stopped.
 */
export function sayTyping(client: Client, conversation: Conversation | undefined): void {
  const { state } = client.store.model;
  const isNew = conversation && (!target || keyOf(target) !== keyOf(conversation));
  if (target && (isNew || !conversation)) say(client, target, 'stop');
  clearTimeout(timer);
  if (conversation) {
    const isDue = Date.now() - saidAt > state.server_typing_started_wait_period_milliseconds;
    if (isNew || isDue) say(client, conversation, 'start');
    timer = setTimeout(() => sayTyping(client, undefined), state.server_typing_stopped_wait_period_milliseconds);
  }
  target = conversation;
}

function say({ call, store }: Client, conversation: Conversation, op: 'start' | 'stop'): void {
  const { send_private_typing_notifications, send_stream_typing_notifications } = store.model.state.user_settings;
  const isTopic = conversation.type === 'topic';
  if (isTopic ? !send_stream_typing_notifications : !send_private_typing_notifications) return;
  if (op === 'start') saidAt = Date.now();
  const params = isTopic
    ? { type: 'stream', stream_id: conversation.stream_id, topic: conversation.topic }
    : { type: 'direct', to: conversation.user_ids };
  // A lost notification does no harm.
  call('POST', '/typing', { op, ...params }).catch(() => {});
}
