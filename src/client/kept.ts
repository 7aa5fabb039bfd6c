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
/** Where the id of the user stands whose conversations are kept. */
const keeper = 'keep on this device';

/** Whether the user wants conversations to be kept on this device. */
export const isKeeping: Signal<boolean> = signal(false);

/** Goes on as the user wanted; what is kept for somebody else is forgotten. */
export async function resumeKeeping({ user_id }: State): Promise<void> {
  const kept_for = localStorage.getItem(keeper);
  isKeeping.value = kept_for === `${user_id}`;
  if (kept_for !== null && !isKeeping.value) await forgetDevice();
}

export async function setKeeping({ user_id }: State, isWanted: boolean): Promise<void> {
  isKeeping.value = isWanted;
  if (isWanted) localStorage.setItem(keeper, `${user_id}`);
  else await forgetKept();
}

export async function keep(kept: Kept): Promise<void> {
  await perform('readwrite', (store) => store.put(kept, table));
}

/** What was kept last. Undefined also where the browser stores nothing. */
export async function readKept(): Promise<Kept | undefined> {
  const kept = await perform<Kept | undefined>('readonly', (store) => store.get(table)).catch(() => undefined);
  if (kept) await resumeKeeping(kept.state);
  return isKeeping.value ? kept : undefined;
}

async function forgetKept(): Promise<void> {
  isKeeping.value = false;
  localStorage.removeItem(keeper);
  await perform('readwrite', (store) => store.clear()).catch(() => {});
}

/** Goes to the login page when the session ended: the device may be somebody else's. */
export async function leave(): Promise<never> {
  await forgetDevice();
  location.assign('/login');
  return new Promise(() => {});
}

/** Forgets what belongs to the user. Drafts stay; the login page forgets the same where no tab was open. */
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
