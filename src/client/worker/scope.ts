/** The files of the client that work without a network. The server writes this into the first line of the worker. */
interface Shell {
  /** Of the cache: another in each version and language. */
  name: string;
  /** Equal for equal files. */
  version: string;
  /** The page without a user's state. */
  page: string;
  files: string[];
}

export const scope = globalThis as unknown as ServiceWorkerGlobalScope & { shell: Shell };
