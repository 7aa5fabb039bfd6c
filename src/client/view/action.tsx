import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../api/call.ts';

export interface Action {
  problem: Signal<string>;
  isBusy: Signal<boolean>;
  /** Does something, and keeps the reason why it did not work. Returns whether it did. */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
}

/** Something that people do on the server, whose refusal is shown where they did it. */
export function useAction(): Action {
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const run = async (act: () => Promise<unknown>) => {
    isBusy.value = true;
    try {
      await act();
      problem.value = '';
      return true;
    } catch (error) {
      problem.value = messageOf(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { problem, isBusy, run };
}

/** Why something did not work, and what can be done about it. */
export function Problem({ text, children }: { text: string; children?: ComponentChildren }) {
  if (text === '') return null;
  return (
    <p class="problem" role="alert">
      {text}
      {children}
    </p>
  );
}
