import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { isRightToLeft } from '../language/texts.ts';
import type { Drawing, IconName } from '../text/icons.ts';
import { Icon } from './icon.tsx';
import { Tool } from './tool.tsx';

interface Props {
  label: string;
  icon: IconName | VNode;
  children: (close: () => void) => ComponentChildren;
  class?: string;
}

/** A button that opens a panel beside it. The panel's content is rendered only while it is open. */
export function Menu({ label, icon, children, class: name = '' }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = useSignal(false);
  const close = () => panel.current?.hidePopover();
  const toggled = ({ newState }: Pick<ToggleEvent, 'newState'>) => {
    isOpen.value = newState === 'open';
    if (isOpen.value) requestAnimationFrame(() => enter(button.current, panel.current));
  };
  return (
    <>
      <Tool name={label} icon={icon} class={name} element={button} aria-expanded={isOpen.value} popovertarget={id} />
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="panel"
        role="dialog"
        aria-label={label}
        onToggle={toggled}
        onKeyDown={moveByArrows}
      >
        {isOpen.value && children(close)}
      </div>
    </>
  );
}

interface LineProps {
  label: string;
  close: () => void;
  icon?: IconName | Drawing | undefined;
  /** The key that does the same, as people read it. */
  shortcut?: string | undefined;
  isDangerous?: boolean | undefined;
}

interface ItemProps extends LineProps {
  act: () => void;
  /** For a choice: whether it is the present one. */
  isPressed?: boolean;
}

/** A line of a menu that runs an action and closes the menu. */
export function MenuItem({ act, isPressed, ...line }: ItemProps) {
  const chosen = () => {
    line.close();
    act();
  };
  return (
    <li>
      <button type="button" class={classOf(line)} aria-pressed={isPressed} onClick={chosen}>
        <Line {...line} />
      </button>
    </li>
  );
}

/** A line of a menu that opens a page and closes the menu. */
export function MenuLink({ href, ...line }: LineProps & { href: string }) {
  return (
    <li>
      <a href={href} class={classOf(line)} onClick={line.close}>
        <Line {...line} />
      </a>
    </li>
  );
}

function classOf({ icon, isDangerous }: LineProps): string {
  return `${icon ? 'has-icon' : ''} ${isDangerous ? 'is-dangerous' : ''}`.trim();
}

function Line({ label, icon, shortcut }: LineProps) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {label}
      {shortcut && (
        <span class="shortcut for-keys" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </>
  );
}

/** Places an open panel, and moves the focus into it, unless its user was quicker. */
function enter(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  placeBeside(button.getBoundingClientRect(), panel);
  if (!panel.matches(':focus-within')) panel.querySelector<HTMLElement>('[autofocus], button, a, input')?.focus();
}

/** Places a panel below its anchor, or above if there is more space, inside the window. */
export function placeBeside(anchor: DOMRect, panel: HTMLElement): void {
  // On a phone it stands at the lower edge, within reach of the thumb.
  if (matchMedia('(max-width: 48rem) and (pointer: coarse)').matches) return;
  const gap = 4;
  const { width, height } = panel.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const isRoomBelow = below + height <= innerHeight - gap || anchor.top < innerHeight / 2;
  const top = isRoomBelow ? Math.min(below, innerHeight - height - gap) : anchor.top - height - gap;
  const start = isRightToLeft() ? anchor.right - width : anchor.left;
  const left = Math.min(start, innerWidth - width - gap);
  panel.style.top = `${Math.max(gap, top)}px`;
  panel.style.left = `${Math.max(gap, left)}px`;
}

/** Moves the focus between the buttons and links of a list by arrow keys. */
export function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = items.findIndex((item) => item.matches(':focus'));
  items.at((at + step + items.length) % items.length)?.focus();
  event.preventDefault();
}
