const name = 'pictures';
const maxBytes = 20_000_000;
/** Age in milliseconds after which a cached picture is refreshed. A changed picture has another URL. */
const maxAge = 24 * 60 * 60 * 1000;

/** A picture from the cache, or else from the server. An old one is also refreshed in the background. */
export async function findPicture(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { cacheName: name });
  if (kept && isFresh(kept)) return kept;
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => keep(event.request, response.clone())).catch(() => {}));
  return kept ?? fetched;
}

function isFresh({ headers }: Response): boolean {
  return Date.now() - Date.parse(headers.get('date') ?? '') < maxAge;
}

async function keep(request: Request, response: Response): Promise<void> {
  if (response.status !== 200) return;
  const cache = await caches.open(name);
  await cache.put(request, response);
  await trimSoon(cache);
}

let trimming: Promise<void> | undefined;

/** Delayed, because dozens of pictures arrive together, and scanning the cache after each would slow the page down. */
function trimSoon(cache: Cache): Promise<void> {
  trimming ??= new Promise((resolve) => setTimeout(resolve, 2000))
    .then(() => trim(cache))
    .finally(() => {
      trimming = undefined;
    });
  return trimming;
}

/** Deletes the oldest pictures until the others fit. */
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
