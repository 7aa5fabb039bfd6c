import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ServerEvent } from '../api/types.ts';
import { useClient } from '../view/context.ts';

export interface Fetched<Value> {
  /** Undefined until it is fetched. */
  value: ReadonlySignal<Value | undefined>;
  reload: () => void;
}

/** Fetches a value when a view is shown, and again after events that affect it. */
export function useFetched<Value>(
  fetchValue: () => Promise<Value>,
  isConcerned: (event: ServerEvent) => boolean = () => false,
  key: string | number = '',
): Fetched<Value> {
  const client = useClient();
  const value = useSignal<Value | undefined>(undefined);
  const reload = () => {
    void client.attempt(
      fetchValue().then((found) => {
        value.value = found;
      }),
    );
  };
  useEffect(() => {
    reload();
    return client.store.follow((event) => {
      if (isConcerned(event)) reload();
    });
  }, [key]);
  return { value, reload };
}
