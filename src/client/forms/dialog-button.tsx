import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props {
  text: string;
  /** The label for screen readers, if several buttons have the same text. */
  label?: string | undefined;
  isMain?: boolean | undefined;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ text, label, isMain, children }: Props) {
  const isOpen = useSignal(false);
  const setOpen = (open: boolean) => {
    isOpen.value = open;
  };
  return (
    <>
      <button
        type="button"
        class={isMain ? 'button' : 'button is-plain'}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen.value && children(() => setOpen(false))}
    </>
  );
}
