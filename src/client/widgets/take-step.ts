import { useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { useClient } from '../parts/context.ts';
import { nextIndex } from './steps.ts';

/** Sends a step in a widget, visible to all its readers. Returns whether it succeeded. */
export function takeStep(client: Client, { id }: Message, step: object): Promise<boolean> {
  const params = { message_id: id, msg_type: 'widget', content: JSON.stringify(step) };
  return client.attempt(client.call('POST', '/submessage', params));
}

/** Numbers the user's entries in a widget. Those whose events have not arrived yet are not among its entries. */
export function useNumbering(entries: readonly { key: string }[]): () => number {
  const { user_id } = useClient().store;
  const last = useRef(0);
  return () => {
    const keys = entries.map(({ key }) => key);
    last.current = Math.max(last.current + 1, nextIndex(keys, user_id));
    return last.current;
  };
}
