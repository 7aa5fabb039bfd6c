import { createReadStream, mkdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import type { TarHeader } from 'modern-tar';
import { unpackTar as unpackInto } from 'modern-tar/fs';
import { findDiskSpace, inMib } from '../ground/disk-space.ts';
import { mostOfByte, notUnpacked, plainName, Unpacked, type Unpacking } from './unpacked.ts';
import { ImportRefused } from './unusable-archive.ts';

type Options = Unpacking & { isGzip: boolean };

/**
 * Unpacks files of a tar archive. Damaged entries are losses, and so is all that is cut off. Throws UnusableArchive if
 * nothing can be unpacked, or ImportRefused if the files do not fit on the disk.
 */
export async function unpackTar(file: string, options: Options): Promise<Unpacked> {
  const first = new Pass(file, { ...options, scratch: join(options.scratch, 'first') });
  try {
    await first.run();
    return await first.collect();
  } catch (error) {
    const problem = notUnpacked(file, error);
    // Files that were begun before the error are still being written.
    await rm(first.scratch, { recursive: true, force: true, maxRetries: 10 });
    const second = new Pass(file, { ...options, scratch: join(options.scratch, 'second') });
    await second.recover(/header/.test(problem.message) ? first.count : undefined);
    const unpacked = await second.collect();
    if (unpacked.paths.size === 0) throw problem;
    unpacked.losses.unshift(problem.message);
    return unpacked;
  }
}

/** The checksum and the size, in bytes. */
const gzipTrailer = 8;

/** An entry with its path on disk: undefined if it is not unpacked. */
interface Taken {
  header: TarHeader;
  name: string;
  path: string | undefined;
}

class Pass {
  readonly scratch: string;
  /** The number of headers that were read. */
  count = 0;
  readonly #file: string;
  readonly #options: Options;
  readonly #taken: Taken[] = [];
  readonly #unpacked: Unpacked;
  readonly #free: number;
  #bytes = 0;
  /** Whether the last bytes that could be decompressed may be wrong. */
  #isGarbled = false;

  constructor(file: string, options: Options) {
    this.scratch = options.scratch;
    this.#file = file;
    this.#options = options;
    this.#unpacked = new Unpacked(file, options.scratch);
    mkdirSync(this.scratch);
    this.#free = findDiskSpace(this.scratch).free;
  }

  /** Throws for any damage. */
  async run(): Promise<void> {
    const file = createReadStream(this.#file);
    const write = this.#unpackBy({ strict: true, isWanted: () => true });
    await (this.#options.isGzip ? pipeline(file, createGunzip(), write) : pipeline(file, write));
  }

  /** Reads over all damage, which may look like a header, and over the header with the number `bad`. */
  async recover(bad: number | undefined): Promise<void> {
    const isWanted = ({ uname }: TarHeader) => uname !== undefined && this.count !== bad;
    await pipeline(this.#decompressAll(), this.#unpackBy({ strict: false, isWanted }));
  }

  #unpackBy({ strict, isWanted }: { strict: boolean; isWanted(header: TarHeader): boolean }) {
    return unpackInto(this.scratch, {
      strict,
      fmode: 0o600,
      concurrency: 2,
      filter: (header) => {
        const isTaken = isWanted(header) && this.#take(header);
        this.count++;
        return isTaken;
      },
      map: (header) => ({ ...header, name: basename(this.#taken.at(-1)?.path ?? '') }),
    });
  }

  /** Whether the content of an entry is to be unpacked. Throws ImportRefused if it does not fit on the disk. */
  #take(header: TarHeader): boolean {
    if (header.type !== 'file' && header.type !== 'link') return false;
    const name = plainName(header.name);
    const isUnpacked = header.type === 'file' && this.#options.unpacks(name);
    this.#taken.push({ header, name, path: isUnpacked ? this.#unpacked.nextPath() : undefined });
    if (isUnpacked) this.#ensureFits(header.size);
    return isUnpacked;
  }

  #ensureFits(size: number): void {
    // A damaged header can have any size.
    this.#bytes += Math.min(size, statSync(this.#file).size * (this.#options.isGzip ? mostOfByte : 1));
    if (this.#bytes <= this.#free) return;
    throw new ImportRefused(
      `${this.#file} unpacks to more than the ${inMib(this.#free)} MiB that the disk of the data directory has.`,
    );
  }

  /** The bytes up to the first that cannot be decompressed. */
  #decompressAll(): Readable {
    if (!this.#options.isGzip) return createReadStream(this.#file);
    // Without the checksum at the end. The last piece before a damage is lost, so pieces are small.
    const end = Math.max(0, statSync(this.#file).size - gzipTrailer - 1);
    const file = createReadStream(this.#file, { end, highWaterMark: 1 << 12 });
    const bytes = new PassThrough();
    const gunzip = file.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }));
    gunzip.on('data', (chunk) => {
      if (bytes.write(chunk)) return;
      gunzip.pause();
      bytes.once('drain', () => gunzip.resume());
    });
    gunzip.on('end', () => bytes.end());
    gunzip.on('error', () => {
      this.#isGarbled = true;
      bytes.end();
    });
    return bytes;
  }

  /** The files, after their contents were written. */
  async collect(): Promise<Unpacked> {
    for (const one of this.#taken) await this.#collectOne(one);
    return this.#unpacked;
  }

  async #collectOne({ header, name, path }: Taken): Promise<void> {
    if (header.type === 'link') return this.#unpacked.link(name, plainName(header.linkname ?? ''));
    const isWhole = path === undefined || statSync(path).size === header.size;
    if (!isWhole) this.#unpacked.lose(name, new Error('it is cut off'));
    // The readers of records know how to read the beginning of a file.
    if (isWhole || (/\.jsonl?$/.test(name) && !this.#isGarbled)) await this.#unpacked.add(name, path);
  }
}
