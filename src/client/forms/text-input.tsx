import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { InputProps } from './control.ts';

interface Writing {
  value: unknown;
  isLive: boolean;
  onChange: (text: string) => void;
}

/**
 * The text being edited, so that updates from the server do not overwrite it. It stays until the server has it: a
 * refused text can be corrected.
 */
function useWritten({ value, isLive, onChange }: Writing) {
  const written = useSignal<string | undefined>(undefined);
  const isSent = useRef(true);
  const saved = String(value ?? '');
  useLayoutEffect(() => {
    if (isSent.current) written.value = undefined;
  }, [saved]);
  return {
    value: written.value ?? saved,
    onInput({ currentTarget }: { currentTarget: { value: string } }) {
      written.value = currentTarget.value;
      isSent.current = false;
      if (isLive) onChange(currentTarget.value);
    },
    onChange({ currentTarget }: { currentTarget: { value: string } }) {
      isSent.current = true;
      if (isLive) written.value = undefined;
      else if (currentTarget.value !== saved) onChange(currentTarget.value);
    },
  };
}

function commonOf({ id, field }: Pick<InputProps, 'id' | 'field'>) {
  return {
    id,
    'aria-describedby': field.hint ? `${id}-hint` : undefined,
    required: field.isRequired,
    disabled: field.isDisabled,
  };
}

// Each type of input has its own attributes, so that they need separate elements.
const lines = {
  text: (attributes: object) => <input {...attributes} type="text" />,
  email: (attributes: object) => <input {...attributes} type="email" />,
  password: (attributes: object) => <input {...attributes} type="password" />,
  url: (attributes: object) => <input {...attributes} type="url" />,
  date: (attributes: object) => <input {...attributes} type="date" />,
  color: (attributes: object) => <input {...attributes} type="color" />,
} as const;

/** One line of text. */
export function TextInput(props: InputProps<'text'>) {
  const { id, field, control } = props;
  const { type = 'text', max, suggestions } = control;
  const written = useWritten(props);
  const common = { ...commonOf(props), autocomplete: field.autocomplete ?? 'off', maxLength: max };
  if (!suggestions) return lines[type]({ ...common, ...written, class: 'field' });
  return (
    <>
      <input {...common} {...written} class="field" type="text" list={`${id}-list`} />
      <datalist id={`${id}-list`}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

export function NumberInput(props: InputProps<'number'>) {
  const { control, onChange } = props;
  const written = useWritten({ ...props, onChange: (text) => onChange(text === '' ? '' : Number(text)) });
  return (
    <input
      {...commonOf(props)}
      {...written}
      class="field is-number"
      type="number"
      min={control.min}
      max={control.max}
    />
  );
}

export function LongInput(props: InputProps<'long'>) {
  const written = useWritten(props);
  return <textarea {...commonOf(props)} {...written} class="field" rows={3} maxLength={props.control.max} />;
}
