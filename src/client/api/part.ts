import { fetchAsset } from '../language/asset.ts';
import { loadGroup } from '../language/loading.ts';
import { t } from '../language/texts.ts';

/** The pause after a failure, in milliseconds. */
const pause = 3000;

/**
 * Returns a function that loads a part of the client, which is named by its source. Until the page is reloaded, a browser
 * asks only once for a script that others import, even if it did not get it. So all files of the part are fetched first,
 * which can be repeated, and imported once the browser has them.
 */
export function part<Module>(source: string, load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const fail = (cause: unknown) => {
    loading = undefined;
    throw new Error(t('loading.failed'), { cause });
  };
  return () => {
    loading ??= Promise.all(filesOf(source).map(fetchNeeded)).then(load).catch(fail);
    return loading;
  };
}

/** The scripts of a part and its groups of messages, which the page lists. */
function filesOf(source: string): string[] {
  const { parts = '' } = document.documentElement.dataset;
  const found = parts.split(' ').find((one) => one.startsWith(`${source}=`));
  return found?.slice(source.length + 1).split(',') ?? [];
}

/** Fetches a script, or a group of messages. */
function fetchNeeded(name: string): Promise<unknown> {
  return name.endsWith('.js') ? fetchAsset(name) : loadGroup(name);
}

/** Loads something until it succeeds. Calls back for that and for each failure. Returns a function that gives up. */
export function keepTrying<Value>(
  load: () => Promise<Value>,
  found: (value: Value) => void,
  failed?: (error: Error) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const repeat = (error: Error) => {
    if (isOver) return;
    failed?.(error);
    timer = setTimeout(attempt, pause);
  };
  const attempt = () => void load().then((value) => isOver || found(value), repeat);
  attempt();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
