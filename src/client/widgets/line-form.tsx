import { useRef } from 'preact/hooks';
import { isComposing } from '../text/keyboard.ts';

interface Props {
  label: string;
  action: string;
  initial?: string;
  /** Returns whether the text was accepted: then the field is cleared. */
  onSubmit: (text: string) => Promise<boolean>;
}

/** A line of text and a button. */
export function LineForm({ label, action, initial = '', onSubmit }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const { current } = field;
    if (!current || current.value.trim() === '' || isBusy.current) return;
    const { value } = current;
    isBusy.current = true;
    const isAccepted = await onSubmit(value.trim());
    isBusy.current = false;
    // The next line may be there already.
    if (isAccepted && current.value === value) current.value = '';
  };
  return (
    <form class="line-form" onSubmit={submitted}>
      <input
        ref={field}
        class="field"
        aria-label={label}
        placeholder={label}
        defaultValue={initial}
        autocomplete="off"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
      <button type="submit" class="button is-plain">
        {action}
      </button>
    </form>
  );
}
