/** How long a file may take, in milliseconds. */
const patience = 60_000;

/** Fetches a file of the client whole, so that the browser keeps it. Rejects if that fails. */
export async function fetchAsset(name: string): Promise<string> {
  const response = await fetch(`/assets/${name}`, { signal: AbortSignal.timeout(patience) });
  const text = await response.text();
  if (!response.ok) throw new Error(response.statusText);
  return text;
}
