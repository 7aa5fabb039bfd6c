import { quote } from '../actions.ts';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { type Conversation, conversationOf } from '../store/conversation.ts';
import { composing, editing, focusComposer, insert } from './view-state.ts';

/** Opens the composer for a conversation. */
export function writeTo(conversation: Conversation): void {
  composing.value = conversation;
  focusComposer();
}

/** Opens the composer for the conversation of a message. */
export function replyTo(client: Client, message: Message): void {
  writeTo(conversationOf(message, client.store.user_id));
}

export async function startQuote(client: Client, message: Message): Promise<void> {
  const isHere = client.router.hold();
  await client.attempt(
    quote(client, message).then((text) => {
      if (!isHere()) return;
      replyTo(client, message);
      insert(text);
    }),
  );
}

export function startEdit(message: Message): void {
  editing.value = message.id;
}
