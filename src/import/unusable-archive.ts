/** The archive is broken, or has another format. Nothing was imported. The message contains the file and the record. */
export class UnusableArchive extends Error {
  /** The problem without its place, such as `its sender is missing`. */
  readonly problem: string;

  constructor(message: string, problem = message) {
    super(message);
    this.problem = problem;
  }
}

/** The archive cannot be imported into this organization. Nothing was imported. */
export class ImportRefused extends Error {}

/** A place in an archive. */
export interface Source {
  /** Throws UnusableArchive with the place and a problem, such as `its sender is missing`. */
  fail(problem: string): never;
}
