import { isComposing } from '../view/keyboard.ts';

interface Props {
  label: string;
  action: string;
  initial?: string;
  /** Returns whether the text was accepted: then the field is cleared. */
  onSubmit: (text: string) => Promise<boolean>;
}

/** A line of text and a button. */
export function LineForm({ label, action, initial = '', onSubmit }: Props) {
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = String(new FormData(form).get('text')).trim();
    if (text !== '' && (await onSubmit(text))) form.reset();
  };
  return (
    <form class="line-form" onSubmit={submitted}>
      <input
        class="field"
        name="text"
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
