/** The files of the client that work without a network. The server writes it into the first line of the worker. */
interface Shell {
  /** The same for the same files. */
  version: string;
  /** The page without anybody's state. */
  page: string;
  files: string[];
}

export const scope = globalThis as unknown as ServiceWorkerGlobalScope & { shell: Shell };
