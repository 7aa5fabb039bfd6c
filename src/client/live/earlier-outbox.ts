import { StoredList } from '../store/stored-list.ts';
import { OutboxStorage, type OutgoingMessage } from './outbox-storage.ts';

/** Takes over the one list in which earlier clients stored all messages, some of them several times. */
export function adoptEarlierOutbox(storage: ConstructorParameters<typeof OutboxStorage>[0], user_id: number): void {
  const name = `outbox:${user_id}`;
  const outbox = new OutboxStorage(storage, user_id);
  for (const one of new StoredList<OutgoingMessage & { state: string }>(storage, name).load()) {
    const { state, conversation, timestamp } = one;
    const isTried = state !== 'waiting' && state !== 'failed';
    const tried = isTried ? { first: timestamp, last: timestamp, conversation } : undefined;
    outbox.put({ ...one, tried, state: state === 'failed' ? state : 'waiting' });
  }
  storage.removeItem(name);
}
