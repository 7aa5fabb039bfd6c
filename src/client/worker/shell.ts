import { scope } from './scope.ts';

const prefix = 'shell ';

/** Milliseconds after which the cached page is shown instead of a slow one. */
const patience = 2000;

/** Caches all files of this version. */
export async function keepShell(): Promise<void> {
  const { name, page, files } = scope.shell;
  const cache = await caches.open(prefix + name);
  await Promise.all([cache.addAll(files), cache.add(new Request(page, { cache: 'reload' }))]);
}

/** Deletes older versions. The previous one stays, because tabs that run it may still load parts of it. */
export async function dropOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  for (const name of names.filter((one) => one !== prefix + scope.shell.name).slice(0, -1)) await caches.delete(name);
}

/** A file whose name changes with its content, so every cached copy is valid. */
export async function findFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page from the server, or the cached one if the server cannot be reached or is slow. */
export async function findPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const kept = (await caches.open(prefix + scope.shell.name)).match(scope.shell.page);
  const fetched = Promise.resolve(preloadResponse).then((response?: Response) => response ?? fetch(request));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const response = await Promise.race([fetched, late]).catch(() => undefined);
  if (response && !isGatewayFault(response)) return response;
  return (await kept) ?? fetched;
}

/** Whether a proxy reports that it cannot reach the server. */
function isGatewayFault({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
