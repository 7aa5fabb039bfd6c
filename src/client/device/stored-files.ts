import { perform } from './database.ts';

/** In milliseconds. A tab that goes on with its uploads later was closed meanwhile. */
const longest = 86_400_000;

/** A key under which a file is stored; those of later files follow. */
export function newKey(): string {
  return `file:${Date.now()}:${Math.random()}`;
}

/** Stores a file for the next page. Without space for it, the next page only knows its name. */
export function storeFile(key: string, file: File): void {
  void perform('readwrite', (store) => store.put(file, key)).catch(() => {});
}

export function readFile(key: string): Promise<File | undefined> {
  return perform<File | undefined>('readonly', (store) => store.get(key)).catch(() => undefined);
}

export function dropFile(key: string): void {
  void perform('readwrite', (store) => store.delete(key)).catch(() => {});
}

/** Deletes files of tabs that never came back. */
export function dropOldFiles(): void {
  const old = IDBKeyRange.bound('file:', `file:${Date.now() - longest}`);
  void perform('readwrite', (store) => store.delete(old)).catch(() => {});
}
