/** The archive is broken, or of another kind. Nothing was imported. The message names the file and the record. */
export class UnusableArchive extends Error {}

/** The organization cannot take the archive. Nothing was imported. */
export class ImportRefused extends Error {}

/** A place in an archive. */
export interface Source {
  /** Throws UnusableArchive with the place and a problem, such as `its sender is missing`. */
  fail(problem: string): never;
}
