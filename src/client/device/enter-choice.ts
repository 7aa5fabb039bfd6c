const key = 'enter chosen';

/**
 * Whether people chose on this device what Enter does. The setting alone cannot say that: who starts new lines by it may
 * never have been asked.
 */
export function isEnterChosen(): boolean {
  return localStorage.getItem(key) !== null;
}

export function noteEnterChoice(): void {
  localStorage.setItem(key, 'yes');
}
