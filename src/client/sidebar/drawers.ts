import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '../client.ts';
import { isPeopleOpen, isSideOpen, togglePeople } from '../commands/view-state.ts';
import { findTitle } from '../parts/lost-focus.ts';
import { isTyping } from '../text/keyboard.ts';

/** A list beside the page. In a narrow window it covers the page. */
interface Drawer {
  element: string;
  isOpen: ReadonlySignal<boolean>;
  close: () => void;
}

const drawers: readonly Drawer[] = [
  {
    element: '.side',
    isOpen: isSideOpen,
    close: () => {
      isSideOpen.value = false;
    },
  },
  { element: '.people', isOpen: isPeopleOpen, close: togglePeople },
];

/** What Escape closes first. The actions of a message are none of it: they only lie above their message. */
const above = '[popover="auto"]:popover-open, dialog[open]';

/** Where the focus may be while a drawer covers the page. */
const around = '.cover, .side-menu, dialog, .early-text';

/**
 * Moves the focus into the side bar and the list of people when they are opened, and back when they are closed. Escape
 * closes them, and in a narrow window so does leaving them by the tab key, and opening another page.
 */
export function watchDrawers({ router }: Client): void {
  for (const drawer of drawers) moveFocus(drawer);
  document.addEventListener('keydown', closeByEscape, { capture: true });
  document.addEventListener('keydown', step, { capture: true });
  document.addEventListener('focusin', ({ target }) => {
    for (const { element, isOpen, close } of drawers)
      if (isOpen.peek() && isCover(element) && target instanceof Element && !target.closest(`${element}, ${around}`))
        close();
  });
  effect(() => {
    if (router.route.value && isPeopleOpen.peek() && isCover('.people')) togglePeople();
  });
}

/** The elements that had the focus when the drawers were opened. */
const before = new Map<string, Element | null>();

function moveFocus({ element, isOpen }: Drawer): void {
  let wasOpen = isOpen.peek();
  effect(() => {
    if (isOpen.value === wasOpen) return;
    wasOpen = isOpen.value;
    if (wasOpen) {
      before.set(element, document.activeElement);
      requestAnimationFrame(() => enterDrawer(element));
    } else if (isCover(element) && hasFocus(element)) goBack(element);
  });
}

/** Moves the focus into a drawer that was opened, unless the user has gone elsewhere meanwhile. */
export function enterDrawer(element: string): void {
  if (document.activeElement === before.get(element)) document.querySelector<HTMLElement>(`${element} .entry`)?.focus();
}

function goBack(element: string): void {
  const left = before.get(element);
  const target = left?.isConnected ? left : findTitle();
  if (target instanceof HTMLElement) target.focus();
}

function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || document.querySelector(above)) return;
  const drawer = drawers.find(({ element, isOpen }) => isOpen.peek() && (hasFocus(element) || isCover(element)));
  if (!drawer) return;
  event.preventDefault();
  drawer.close();
  goBack(drawer.element);
}

/** Arrow keys move through a list in which the focus is, and not through the messages beside it. */
function step(event: KeyboardEvent): void {
  const { key, target } = event;
  const list = target instanceof Element ? target.closest(drawers.map(({ element }) => element).join()) : null;
  if (!list || !/^Arrow(Down|Up)$/.test(key) || isTyping(target) || document.querySelector(above)) return;
  event.preventDefault();
  event.stopPropagation();
  const lines = [...list.querySelectorAll<HTMLElement>('.entry, .fold')].filter((one) => one.checkVisibility());
  const isAt = (one: Element, side: number) => ((target as Element).compareDocumentPosition(one) & side) !== 0;
  const next =
    key === 'ArrowDown'
      ? lines.find((one) => isAt(one, Node.DOCUMENT_POSITION_FOLLOWING))
      : lines.findLast((one) => isAt(one, Node.DOCUMENT_POSITION_PRECEDING));
  next?.focus();
}

function hasFocus(element: string): boolean {
  return document.activeElement?.closest(element) != null;
}

/** Whether a drawer covers the page. */
function isCover(element: string): boolean {
  const shown = document.querySelector(element);
  return shown !== null && getComputedStyle(shown).position === 'fixed';
}
