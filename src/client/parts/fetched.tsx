import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ServerEvent } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from './action.tsx';
import { useClient } from './context.ts';

export interface Fetched<Value> {
  /** Undefined until it is fetched. */
  value: ReadonlySignal<Value | undefined>;
  /** Why it could not be fetched. */
  problem: ReadonlySignal<string>;
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
  const { problem, run } = useAction();
  const last = useRef(0);
  const load = async () => {
    last.current += 1;
    const request = last.current;
    const found = await fetchValue();
    // Answers may arrive in another order.
    if (request === last.current) value.value = found;
  };
  const reload = () => void run(load);
  useLayoutEffect(() => {
    reload();
    return client.store.follow((event) => {
      if (isConcerned(event)) reload();
    });
  }, [key]);
  return { value, problem, reload };
}

/** Shown instead of a value until it is fetched. */
export function Loading({ fetched: { problem, reload } }: { fetched: Fetched<unknown> }) {
  if (problem.value === '') return <p class="quiet">{t('common.loading')}</p>;
  return <Problem text={problem.value} onRetry={reload} />;
}
