import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { takeEarlyText } from '../commands/early-text.ts';
import { placeBeside } from './menu.tsx';
import { enterField } from './text-edits.ts';

interface Props {
  label: string;
  /** What it opens beside. */
  anchor: Element | null | undefined;
  onClose: () => void;
  class?: string;
  /** Gets a function that closes it. */
  children: (close: () => void) => ComponentChildren;
}

/** A panel beside an element, which dims nothing. It is open as long as it is rendered. */
export function Popover({ label, anchor, onClose, class: name = '', children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => openBeside(anchor, panel.current), []);
  const close = () => {
    // The focus returns to where it was at once: a choice may move it, and the next key may follow before any event.
    panel.current?.hidePopover();
    onClose();
  };
  // It comes a moment later, when another panel of the same caller may be open.
  const toggled = ({ newState, target }: Pick<ToggleEvent, 'newState' | 'target'>) => {
    if (newState === 'closed' && target === panel.current) onClose();
  };
  return (
    <div
      ref={panel}
      popover="auto"
      class={`panel ${name}`}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onToggle={toggled}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      {children(close)}
    </div>
  );
}

function openBeside(anchor: Element | null | undefined, panel: HTMLElement | null): void {
  if (!panel) return;
  const early = takeEarlyText('dialog');
  panel.showPopover();
  placeBeside(anchor?.getBoundingClientRect() ?? new DOMRect(innerWidth / 3, innerHeight / 4), panel);
  const field = panel.querySelector<HTMLElement>('input');
  if (field) enterField(field, early);
  else panel.focus({ preventScroll: true });
}
