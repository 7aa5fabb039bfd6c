/** Something that works beside the requests of a server, from its start to its end. */
export interface Service<App> {
  /** Begins, with what was left over from an earlier run. Keeps no process alive. */
  start(app: App): void;
  /** Begins nothing more; resolves once nothing is under way, waiting at most `patience` milliseconds for others. */
  stop(patience?: number): Promise<void> | void;
}
