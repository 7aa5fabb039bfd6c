/** A smaller difference is that of a browser's own bars. */
const leastHeight = 100;

/**
 * Keeps the page above a soft keyboard. Browsers that do not support `interactive-widget` lay the keyboard over the page
 * and move the field into sight by scrolling all of it.
 */
export function followKeyboard(): void {
  const { visualViewport: seen } = globalThis;
  seen?.addEventListener('resize', () => {
    const isCovered = seen.scale === 1 && innerHeight - seen.height > leastHeight;
    document.documentElement.style.setProperty('--height', isCovered ? `${seen.height}px` : '100dvh');
    if (isCovered) scrollTo(0, 0);
  });
}
