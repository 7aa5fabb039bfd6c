/** Waits, a turn of the event loop at a time, until something holds; a test's own timeout ends it otherwise. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
