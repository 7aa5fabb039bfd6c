import { useId, useRef } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import type { Field } from './control.ts';
import { FieldRow } from './field-row.tsx';

type Save = (value: unknown) => Promise<unknown>;

/** Saves values, one after another, and says so, or stores why it failed, to be tried again. */
export function useSaver(save: Save) {
  const client = useClient();
  const { problem, run } = useAction();
  const last = useRef<unknown>(undefined);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const change = async (value: unknown) => {
    last.current = value;
    const saved = saving.current.then(() => run(() => save(value)));
    saving.current = saved;
    if (await saved) client.say(t('forms.saved'));
  };
  return {
    problem: problem.value,
    onChange: (value: unknown) => void change(value),
    onRetry: () => void change(last.current),
  };
}

/** A value that is saved immediately when it changes. */
export function SavedField({ field, value, save }: { field: Field; value: unknown; save: Save }) {
  return <FieldRow id={useId()} field={field} value={value} isLive={false} {...useSaver(save)} />;
}
