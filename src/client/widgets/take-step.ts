import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';

/** Sends a step in a widget, visible to all its readers. Returns whether it succeeded. */
export function takeStep(client: Client, { id }: Message, step: object): Promise<boolean> {
  const params = { message_id: id, msg_type: 'widget', content: JSON.stringify(step) };
  return client.attempt(client.call('POST', '/submessage', params));
}
