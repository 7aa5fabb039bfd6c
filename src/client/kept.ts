import { type Signal, signal } from '@preact/signals-core';
import type { Message, State } from './api/types.ts';
import type { Place } from './store/fold/model.ts';

/** What the client shows without a network. */
export interface Kept {
  state: State;
  /** Unread messages by id: where they are. */
  unread: [number, Place][];
  messages: Message[];
}

const database = 'chatd';
const table = 'kept';
const wish = 'keep on this device';

/** Whether the user wants conversations to be kept on this device. */
export const isKeeping: Signal<boolean> = signal(localStorage.getItem(wish) === 'yes');

export async function setKeeping(isWanted: boolean): Promise<void> {
  isKeeping.value = isWanted;
  if (isWanted) localStorage.setItem(wish, 'yes');
  else await forgetKept();
}

export async function keep(kept: Kept): Promise<void> {
  await perform('readwrite', (store) => store.put(kept, table));
}

/** What was kept last. Undefined also where the browser stores nothing. */
export async function readKept(): Promise<Kept | undefined> {
  if (!isKeeping.value) return undefined;
  return perform<Kept | undefined>('readonly', (store) => store.get(table)).catch(() => undefined);
}

export async function forgetKept(): Promise<void> {
  isKeeping.value = false;
  localStorage.removeItem(wish);
  await perform('readwrite', (store) => store.clear()).catch(() => {});
}

/** Forgets what belongs to the user: when the session ended, the device may be somebody else's. Drafts stay. */
export async function forgetDevice(): Promise<void> {
  await Promise.all(
    [forgetKept(), globalThis.caches?.delete('pictures'), unsubscribe()].map((one) => one?.catch(() => {})),
  );
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

async function perform<Answer>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<Answer> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const opened = await answerOf<IDBDatabase>(opening);
  try {
    return await answerOf<Answer>(act(opened.transaction(table, mode).objectStore(table)));
  } finally {
    opened.close();
  }
}

function answerOf<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Answer);
    request.onerror = () => reject(request.error);
  });
}
