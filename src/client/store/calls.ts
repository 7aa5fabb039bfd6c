import type { Call } from '../api/types.ts';
import { type Conversation, conversationAt, keyOf } from './conversation.ts';
import { othersAmong } from './fold/messages.ts';
import type { Store } from './store.ts';

/** The live calls that the user may see. Undefined if the server offers none. */
export function listCalls(store: Store): readonly Call[] | undefined {
  return store.read('calls').state.calls;
}

/** The live call in a conversation, given by its key. */
export function callIn(store: Store, key: string): Call | undefined {
  return listCalls(store)?.find((call) => keyOf(placeOfCall(store, call)) === key);
}

/** The conversation of a call. */
export function placeOfCall(store: Store, call: Call): Conversation {
  if (call.type === 'stream') return conversationAt(call);
  return conversationAt({ user_ids: othersAmong(store, call.user_ids) });
}
