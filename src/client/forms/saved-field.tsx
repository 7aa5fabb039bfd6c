import { useId } from 'preact/hooks';
import { useAction } from '../view/action.tsx';
import { useClient } from '../view/context.ts';
import type { Field } from './control.ts';
import { FieldRow } from './field-row.tsx';

interface Props {
  field: Field;
  value: unknown;
  save: (value: unknown) => Promise<unknown>;
}

/** A value that is saved immediately when it changes. */
export function SavedField({ field, value, save }: Props) {
  const client = useClient();
  const id = useId();
  const { problem, run } = useAction();
  const change = async (next: unknown) => {
    if (await run(() => save(next))) client.say('Saved.');
  };
  return (
    <FieldRow
      id={id}
      field={field}
      value={value}
      isLive={false}
      onChange={(next) => void change(next)}
      problem={problem.value}
    />
  );
}
