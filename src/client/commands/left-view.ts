import type { Client } from '../client.ts';
import { StoredList } from '../store/stored-list.ts';
import { type beside, type composing, namedTopic } from './view-state.ts';

/** What is open at an address that does not name it. */
interface LeftView {
  at: string;
  beside: typeof beside.value;
  composing: typeof composing.value;
  namedTopic: typeof namedTopic.value;
}

export function leftView({ store }: Client): StoredList<LeftView> {
  return new StoredList(sessionStorage, `view:${store.user_id}`);
}

/** Names the topic again that the composer named: later, what is typed there would be a draft of another one. */
export function resumeTopic(client: Client): void {
  const [left] = leftView(client).load();
  if (left?.at === location.hash) namedTopic.value = left.namedTopic;
}
