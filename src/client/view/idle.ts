/** Calls back once the browser has nothing else to do, or soon. Returns how to take that back. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 20);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: 100 });
  return () => cancelIdleCallback(id);
}
