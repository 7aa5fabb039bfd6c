/** A background service of the server. */
export interface Service<App> {
  /** Starts, and resumes work left over from an earlier run. Does not keep the process alive. */
  start(app: App): void;
  /** Starts no new work; resolves once running work has ended. Waits at most `patience` milliseconds for others. */
  stop(patience?: number): Promise<void> | void;
}
