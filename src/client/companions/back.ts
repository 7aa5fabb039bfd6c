import { computed, effect } from '@preact/signals-core';
import { dialog, isPeopleOpen, isSideOpen, togglePeople } from '../commands/view-state.ts';

const narrow = matchMedia('(max-width: 48rem)');

/** The state of an entry of the history that stands for something opened above its page. */
const opened = { isOpened: true };

/**
 * In narrow windows, the way back first closes what covers the page, as people expect of phones: what is opened gets an
 * entry of the history, with the address of the page.
 */
export function closeByBack(): void {
  /** From leaving an entry until the browser has done so: meanwhile something else may be opened. */
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    history.back();
  };
  const isCovered = computed(() => dialog.value !== undefined || isSideOpen.value || isPeopleOpen.value);
  effect(() => {
    if (!isCovered.value) return;
    if (narrow.matches && !isEntry()) history.pushState(opened, '');
    // Later: what is closed may lead elsewhere at once, or open something else.
    return () => void setTimeout(() => isEntry() && !isCovered.value && leave());
  });
  addEventListener('popstate', () => {
    const isOpenedMeanwhile = isLeaving && isCovered.value;
    isLeaving = false;
    if (isEntry()) {
      // A page was opened from there, and left by the way back.
      if (!isCovered.value) leave();
    } else if (isOpenedMeanwhile) history.pushState(opened, '');
    else close();
  });
}

function isEntry(): boolean {
  return history.state?.isOpened === true;
}

function close(): void {
  if (!narrow.matches) return;
  dialog.value = undefined;
  isSideOpen.value = false;
  if (isPeopleOpen.value) togglePeople();
}
