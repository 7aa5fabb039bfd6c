import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../api/call.ts';
import { t } from '../language/texts.ts';

export interface Action {
  problem: Signal<string>;
  isBusy: Signal<boolean>;
  /** Runs an action, and stores the reason if it fails. Returns whether it succeeded. */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
  /** The same, unless one is under way: a double click must not submit twice. */
  runOnce: (act: () => Promise<unknown>) => Promise<boolean>;
}

/** An action on the server whose error is shown at its place in the view. */
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
  const runOnce: Action['run'] = async (act) => !isBusy.value && run(act);
  return { problem, isBusy, run, runOnce };
}

interface ProblemProps {
  text: string;
  onRetry?: (() => void) | undefined;
  /** Other remedies. */
  children?: ComponentChildren;
}

/** The reason of a failure, and possible remedies. */
export function Problem({ text, onRetry, children }: ProblemProps) {
  if (text === '') return null;
  return (
    <p class="problem" role="alert">
      {text}{' '}
      {onRetry && (
        <button type="button" class="link" onClick={onRetry}>
          {t('common.tryAgain')}
        </button>
      )}
      {children}
    </p>
  );
}
