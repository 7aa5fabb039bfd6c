import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { takeEarlyText } from '../commands/early-text.ts';
import { openDialogs } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Notice } from './notice.tsx';
import { enterField } from './text-edits.ts';
import { Tool } from './tool.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
  /** Beside the button that closes it. */
  tools?: ComponentChildren;
}

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children, class: name = '', tools }: Props) {
  const id = useId();
  const element = useOpenDialog();
  // The event "close" comes a moment later: the next key would still be typed into the dialog, and be lost.
  const closeAtOnce = (event: Event) => {
    // Fields for files report that nothing was chosen by the same event.
    const { current } = element;
    if (!current || event.target !== current) return;
    current.close();
    onClose();
  };
  // By then another dialog of the same caller may be open.
  const closeIfShown = (event: Event) => {
    if (event.target === element.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes dialogs everywhere
    <dialog
      ref={element}
      class={`dialog ${name}`}
      aria-labelledby={id}
      onCancel={closeAtOnce}
      onClose={closeIfShown}
      onClick={closeIfShown}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {tools}
          <Tool name={t('common.close')} icon="close" onClick={onClose} />
        </header>
        {children}
      </div>
      <Notice isInDialog />
    </dialog>
  );
}

/** Opens a dialog element once it is rendered. */
function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const early = takeEarlyText('dialog');
    element.current?.showModal();
    // Otherwise the first button, which closes the dialog, would have the focus.
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    enterField(find('[autofocus]') ?? find('input, select, textarea'), early);
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
    };
  }, []);
  return element;
}
