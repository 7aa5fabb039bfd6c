import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';

/** Does something with a widget, for everybody who sees it. Returns whether it worked. */
export function takeStep(client: Client, { id }: Message, step: object): Promise<boolean> {
  const params = { message_id: id, msg_type: 'widget', content: JSON.stringify(step) };
  return client.attempt(client.call('POST', '/submessage', params));
}
