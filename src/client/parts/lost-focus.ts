import type { Client } from '../client.ts';

// Text fields are left out: on a phone they open its keyboard.
const reachable = 'a[href], button:not(:disabled), [tabindex]';

/** A message of a list. */
const row = '[data-id]';

/** What stands outside of these has no neighbor: the first button of the document, which goes back, would be it. */
const parts = 'main, dialog, nav, aside, section';

interface LastFocus {
  page?: Element | undefined;
  dialog?: Element | undefined;
}

/**
 * For people who use keys: if the focused element disappears, a neighbor gets the focus, such as the next row of a list
 * or the button that opened a dialog. Browsers would begin at the top of the document again.
 */
export function returnLostFocus({ router }: Client): void {
  const last: LastFocus = {};
  let isByKey = false;
  const note = (target: EventTarget | null) => {
    // The field for early text stands there for a moment, and gives the focus back.
    if (!(target instanceof Element) || target.parentElement === document.body) return;
    last[placeOf(target)] = target;
    isByKey = target.matches(':focus-visible');
  };
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!relatedTarget && target instanceof Element) queueMicrotask(() => forgetLeft(last, target));
  });
  // The link or button that had the focus before a dialog would lead away again from the page that was chosen in it.
  router.choices.subscribe(() => {
    if (last.page?.matches('a, button') && document.querySelector('dialog[open]')) last.page = findTitle();
  });
  new MutationObserver((records) => {
    replaceLost(last, records);
    if (isByKey && document.activeElement === document.body) focusLast(last);
  }).observe(document.body, { childList: true, subtree: true });
}

function placeOf(element: Element): keyof LastFocus {
  return element.closest('dialog') ? 'dialog' : 'page';
}

/** Forgets an element that lost the focus but is still there: the user left it on purpose. */
function forgetLeft(last: LastFocus, left: Element): void {
  if (left.isConnected && document.hasFocus() && last[placeOf(left)] === left) last[placeOf(left)] = undefined;
}

function replaceLost(last: LastFocus, records: readonly MutationRecord[]): void {
  for (const place of ['page', 'dialog'] as const) {
    const lost = last[place];
    // A page that is still being loaded has no heir yet.
    if (lost && !lost.isConnected) last[place] = heirOf(lost, records) ?? lost;
  }
}

function focusLast(last: LastFocus): void {
  const heir = document.querySelector('dialog[open]') ? last.dialog : last.page;
  if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
}

/** The element that gets the focus of a removed one. */
function heirOf(lost: Element, records: readonly MutationRecord[]): Element | undefined {
  if (lost.closest('main')) return findTitle();
  const gap = records.findLast(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(lost)),
  );
  if (!(gap?.target instanceof Element)) return undefined;
  const { target, nextSibling, previousSibling: before } = gap;
  // What came in its place is its heir.
  const after = before?.isConnected ? before.nextSibling : nextSibling;
  const wanted = lost.closest(row) ? row : reachable;
  return target.closest(row) ?? findNear(wanted, target, after, before) ?? findTitle();
}

/** The title of the page. */
export function findTitle(): Element | undefined {
  const title = document.querySelector<HTMLElement>('main h1');
  if (!title) return undefined;
  title.tabIndex = -1;
  return title;
}

/** The nearest element of a kind after or before a gap in its parent, or else around the parent, within a part of the page. */
function findNear(kind: string, parent: Element, after: Node | null, before: Node | null): Element | undefined {
  if (!parent.closest(parts)) return undefined;
  const found = findAmong(kind, after, 'nextSibling') ?? findAmong(kind, before, 'previousSibling');
  const { parentElement: outer } = parent;
  if (found || !outer || parent.matches('main, dialog, nav')) return found;
  return findNear(kind, outer, parent.nextSibling, parent.previousSibling);
}

function findAmong(kind: string, start: Node | null, way: 'nextSibling' | 'previousSibling'): Element | undefined {
  for (let node = start; node; node = node[way]) {
    if (!(node instanceof Element)) continue;
    const found = [node, ...node.querySelectorAll(kind)].find((one) => one.matches(kind) && one.checkVisibility());
    if (found) return found;
  }
  return undefined;
}
