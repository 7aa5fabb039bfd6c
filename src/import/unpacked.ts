import { join, posix } from 'node:path';
import { hashFile } from '../verify/files.ts';
import { ImportRefused, UnusableArchive } from './unusable-archive.ts';

export interface Unpacking {
  /** An empty folder to unpack to. */
  scratch: string;
  /** Whether to unpack a file, by its name. */
  unpacks(name: string): boolean;
}

/**
 * Files of an archive, unpacked one after the other. They are named by numbers, so names in the archive can do no harm,
 * and none is too long for the disk.
 */
export class Unpacked {
  /** By name: undefined if it was not unpacked. */
  readonly paths = new Map<string, string | undefined>();
  /** What cannot be unpacked, and why: a sentence for each. */
  readonly losses: string[] = [];
  readonly #file: string;
  readonly #scratch: string;
  #count = 0;

  constructor(file: string, scratch: string) {
    this.#file = file;
    this.#scratch = scratch;
  }

  nextPath(): string {
    return join(this.#scratch, String(this.#count++));
  }

  /** Adds a file. Of files with the same name, the last one counts, as in a folder that they are unpacked to. */
  async add(name: string, path: string | undefined): Promise<void> {
    const other = this.paths.get(name);
    if (other !== undefined && path !== undefined && (await hashFile(other)) !== (await hashFile(path))) {
      this.losses.push(`${name} in ${this.#file} is there twice, and the last one counts.`);
    }
    this.paths.set(name, path);
  }

  /** Adds another name of a file. */
  async link(name: string, target: string): Promise<void> {
    if (this.paths.has(target)) await this.add(name, this.paths.get(target));
    else this.lose(name, new Error(`it is a link to ${target}, which is missing`));
  }

  lose(name: string, error: unknown): void {
    this.losses.push(notUnpacked(`${name} in ${this.#file}`, error).message);
  }
}

/** More bytes than deflate can make of one. */
export const mostOfByte = 1040;

/** A name with slashes, relative to the top of the archive, below which it stays. */
export function plainName(name: string): string {
  const slashed = name.includes('/') ? name : name.replaceAll('\\', '/');
  return posix.normalize(`/${slashed.replace(/^[a-z]:/i, '')}`).replace(/^\/+/, '');
}

/** The error for something that cannot be unpacked. Rethrows errors of the disk. */
export function notUnpacked(what: string, error: unknown): UnusableArchive {
  if (error instanceof UnusableArchive || error instanceof ImportRefused || isOfDisk(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UnusableArchive(`${what} cannot be unpacked: ${reason.replace(/\.$/, '')}.`);
}

function isOfDisk(error: unknown): boolean {
  return /^(ENOSPC|EIO|EDQUOT|EROFS|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '');
}
