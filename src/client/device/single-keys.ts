import { signal } from '@preact/signals';

const key = 'single keys';

/** Whether keys without Ctrl are shortcuts. They disturb people who use speech input or whose hands tremble. */
export const hasSingleKeys = signal(localStorage.getItem(key) !== 'off');

export function setSingleKeys(isWanted: boolean): void {
  hasSingleKeys.value = isWanted;
  localStorage.setItem(key, isWanted ? 'on' : 'off');
}
