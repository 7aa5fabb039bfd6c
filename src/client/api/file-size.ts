const sizes = new Map<string, Promise<number | undefined>>();
/** A file never changes its size, so each is asked for once. */
const mostSizes = 1000;

/** The size in bytes of a file at an address of this server; undefined if the user cannot open it, or nothing answers. */
export function fileSize(address: string): Promise<number | undefined> {
  const known = sizes.get(address);
  if (known) return known;
  if (sizes.size >= mostSizes) sizes.clear();
  const asked = askSize(address);
  sizes.set(address, asked);
  return asked;
}

async function askSize(address: string): Promise<number | undefined> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD' });
    const length = headers.get('content-length');
    return ok && length !== null ? Number(length) : undefined;
  } catch {
    sizes.delete(address);
    return undefined;
  }
}
