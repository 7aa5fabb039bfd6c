const name = 'pictures';
const maxBytes = 20_000_000;

/** A picture from the cache, which is made new beside that; or else from the server. */
export async function findPicture(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(event.request);
  const fetched = fetchPicture(cache, event.request);
  if (!kept) return fetched;
  event.waitUntil(fetched.catch(() => undefined));
  return kept;
}

async function fetchPicture(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200) {
    await cache.put(request, response.clone());
    await trim(cache);
  }
  return response;
}

/** Drops the pictures that were stored first until the others have room. */
async function trim(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  let bytes = 0;
  for (const request of requests.toReversed()) {
    bytes += await sizeOf(cache, request);
    if (bytes > maxBytes) await cache.delete(request);
  }
}

async function sizeOf(cache: Cache, request: Request): Promise<number> {
  const response = await cache.match(request);
  return Number(response?.headers.get('content-length') ?? 0);
}
