import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';

interface Props {
  text: string;
  /** The label for screen readers, if several buttons have the same text. */
  label?: string | undefined;
  isMain?: boolean | undefined;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ text, label, isMain, children }: Props) {
  const opening = useSignal<object | undefined>(undefined);
  const { value: own } = opening;
  // A form may be answered late, when the dialog is open for the next one.
  const close = () => {
    if (opening.value === own) opening.value = undefined;
  };
  return (
    <>
      <button
        type="button"
        class={isMain ? 'button' : 'button is-plain'}
        aria-label={label}
        onClick={() => {
          opening.value = {};
        }}
      >
        {text}
      </button>
      {own && <Fragment key={own}>{children(close)}</Fragment>}
    </>
  );
}
