import { perform } from './database.ts';

/** What another app of the device shared. */
export interface Shared {
  text: string;
  files: File[];
}

const key = 'shared';

export async function keepShared(form: FormData): Promise<void> {
  const texts = ['title', 'text', 'url'].map((name) => form.get(name));
  const text = texts.filter((one) => typeof one === 'string' && one !== '').join('\n');
  const files = form.getAll('files').filter((one) => one instanceof File && one.size > 0) as File[];
  const shared: Shared = { text, files };
  await perform('readwrite', (store) => store.put(shared, key));
}

/** Takes what was shared, once. */
export async function takeShared(): Promise<Shared | undefined> {
  const shared = await perform<Shared | undefined>('readonly', (store) => store.get(key)).catch(() => undefined);
  if (shared) await perform('readwrite', (store) => store.delete(key));
  return shared;
}
