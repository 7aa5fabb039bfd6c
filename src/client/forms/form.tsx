import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Field, Values } from './control.ts';
import { FieldRow } from './field-row.tsx';

/** Fields, which may depend on the present values. */
type Fields = readonly Field[] | ((values: Values) => readonly Field[]);

export interface FormDeclaration {
  fields: Fields;
  initial?: Values;
  /** The label of the button. */
  verb: string;
  /** Sends the values. If the server refuses them, the reason is shown below the fields. */
  submit: (values: Values) => Promise<unknown>;
  /** The message after success. */
  done?: string;
}

interface Props extends FormDeclaration {
  children?: ComponentChildren;
  /** Whether the fields keep their values instead of being cleared. */
  isKept?: boolean;
  onDone?: () => void;
}

/** A form that is submitted as a whole. */
export function Form({ fields, initial = {}, verb, submit, done = t('forms.saved'), children, isKept, onDone }: Props) {
  const client = useClient();
  const id = useId();
  const changes = useSignal<Values>({});
  const values = { ...initial, ...changes.value };
  const { problem, isBusy, runOnce } = useAction();
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const sent = changes.value;
    if (!(await runOnce(() => submit(values)))) return;
    if (!isKept && !onDone && changes.value === sent) changes.value = {};
    if (done !== '') client.say(done);
    onDone?.();
  };
  const shown = typeof fields === 'function' ? fields(values) : fields;
  return (
    <form class="form" autocomplete="off" onSubmit={submitted}>
      {children}
      {shown.map((field) => (
        <FieldRow
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values[field.name]}
          isLive
          onChange={(value) => {
            changes.value = { ...changes.value, [field.name]: value };
          }}
        />
      ))}
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="submit" class="button" aria-disabled={isBusy.value}>
          {verb}
        </button>
      </div>
    </form>
  );
}

/** A form in a dialog. */
export function FormDialog({
  title,
  note,
  extra,
  onClose,
  ...form
}: FormDeclaration & { title: string; note?: string | undefined; extra?: ComponentChildren; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} onDone={onClose}>
        {note && <p class="quiet">{note}</p>}
      </Form>
      {extra}
    </Dialog>
  );
}
