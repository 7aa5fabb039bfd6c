/** Calls back once the browser is idle, or soon. Returns a function that cancels this. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 20);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: 100 });
  return () => cancelIdleCallback(id);
}
