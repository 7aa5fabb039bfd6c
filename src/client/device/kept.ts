import { type Signal, signal } from '@preact/signals-core';
import type { Message, State } from '../api/types.ts';
import type { Place } from '../store/fold/model.ts';
import { perform } from './database.ts';

/** The data that the client shows without a network. */
export interface Kept {
  state: State;
  /** Unread messages by id, with their places. */
  unread: [number, Place][];
  messages: Message[];
}

/** Where the data stands in the database. */
const key = 'kept';
/** The storage key of the user whose conversations are stored. */
const keeper = 'keep on this device';
/** The storage key of the user whose session this browser has. */
const visitor = 'user';

/** Whether the user wants conversations to be stored on this device. */
export const isKeeping: Signal<boolean> = signal(false);

/** Restores the user's choice; deletes the data of another user. */
export async function resumeKeeping({ user_id }: State): Promise<void> {
  try {
    localStorage.setItem(visitor, `${user_id}`);
  } catch {
    // Without space, nothing else is kept here either.
    localStorage.removeItem(visitor);
  }
  const kept_for = localStorage.getItem(keeper);
  isKeeping.value = kept_for === `${user_id}`;
  if (kept_for !== null && !isKeeping.value) await forgetDevice();
}

/** The user who may see what this browser keeps while the server cannot tell; undefined after the end of a session. */
export function lastUser(): number | undefined {
  const user_id = localStorage.getItem(visitor);
  return user_id === null ? undefined : Number(user_id);
}

/** Whether somebody else has logged in since, so that requests of this user's page would act for them. */
export function isReplaced(user_id: number): boolean {
  const last = lastUser();
  return last !== undefined && last !== user_id;
}

export async function setKeeping({ user_id }: State, isWanted: boolean): Promise<void> {
  isKeeping.value = isWanted;
  if (isWanted) localStorage.setItem(keeper, `${user_id}`);
  else await forgetKept();
}

export async function keep(kept: Kept): Promise<void> {
  await perform('readwrite', (store) => store.put(kept, key));
}

/** The last stored data; undefined if there is none or the browser stores nothing. */
export async function readKept(): Promise<Kept | undefined> {
  const kept = await perform<Kept | undefined>('readonly', (store) => store.get(key)).catch(() => undefined);
  if (kept) await resumeKeeping(kept.state);
  return isKeeping.value ? kept : undefined;
}

async function forgetKept(): Promise<void> {
  isKeeping.value = false;
  localStorage.removeItem(keeper);
  await perform('readwrite', (store) => store.clear()).catch(() => {});
}

/**
 * Opens the login page after the end of the session, because the device may belong to someone else. The fragment leads
 * back to this place after the login.
 */
export async function leave(fragment = location.hash): Promise<never> {
  if (!isLeaving.value) {
    await forgetAll();
    location.assign(`/login?ended${fragment}`);
  }
  return new Promise(() => {});
}

/** Deletes the user's data at the end of the session. */
export async function forgetAll(): Promise<void> {
  isLeaving.value = true;
  localStorage.removeItem(visitor);
  await forgetDevice();
}

/** Whether the session is over. Requests that fail then must not look like a session that ended by itself. */
export const isLeaving: Signal<boolean> = signal(false);

/** Deletes the user's data. Drafts and unsent messages stay. The login page does the same for sessions that end without an open tab. */
async function forgetDevice(): Promise<void> {
  await Promise.all(
    [forgetKept(), globalThis.caches?.delete('pictures'), unsubscribe()].map((one) => one?.catch(() => {})),
  );
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
