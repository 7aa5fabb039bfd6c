import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { type Body, ensureNotCompressed, isMultipart, type RawParams, readBody } from './body.ts';
import { allowLongBody } from './body-time.ts';
import type { SpooledFile, SpoolOptions } from './endpoint.ts';
import { ApiError, malformedForm } from './errors.ts';

const startLength = 4100;
const maxFields = 100;
const maxFieldSize = 64 * 1024;
/** Enough to detect that a form has more than one file. */
const maxFiles = 2;
/** Bytes of a file between checks of the disk, because other files may arrive at the same time. */
const betweenLooks = 16 * 1024 * 1024;
/**
 * The largest form without its file, in bytes. A body larger than this and the file limit together contains a file that
 * is too large.
 */
const maxRest = maxFields * maxFieldSize;

/**
 * Reads a multipart form and writes its files to disk as they arrive, so they may be larger than memory. Other bodies
 * are read as usual. After a file that is too large, the rest of the form is dropped.
 */
export async function readSpooled(
  request: IncomingMessage,
  response: ServerResponse,
  options: SpoolOptions,
): Promise<Body> {
  if (!isMultipart(request)) return readBody(request, response, 'user');
  ensureNotCompressed(request);
  if (Number(request.headers['content-length'] ?? 0) > options.limit + maxRest) return tooLargeBody();
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  options.ensureSpace(Number(request.headers['content-length'] ?? 0));
  const end = allowLongBody(request);
  try {
    return await new Spooling(request, options).read();
  } finally {
    end();
    request.resume();
  }
}

/** Deletes the files that were not moved. */
export async function discard(files: readonly SpooledFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

function tooLargeBody(): Body {
  const file = { name: '', path: '', size: 0, sha256: '', start: Buffer.alloc(0), isTooLarge: true };
  return { fields: new Map(), files: [], spooled: [file] };
}

class Spooling {
  #request: IncomingMessage;
  #options: SpoolOptions;
  #fields: RawParams = new Map();
  #streams: Readable[] = [];
  #writing: Promise<SpooledFile>[] = [];

  constructor(request: IncomingMessage, options: SpoolOptions) {
    this.#request = request;
    this.#options = options;
  }

  async read(): Promise<Body> {
    try {
      await this.#parse();
    } catch (error) {
      for (const stream of this.#streams) stream.destroy();
      const written = await Promise.allSettled(this.#writing);
      await discard(written.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
      throw error;
    } finally {
      this.#request.unpipe();
    }
    return { fields: this.#fields, files: [], spooled: await Promise.all(this.#writing) };
  }

  /**
   * Resolves when the form is complete or one of its files is too large. Rejects if it is malformed or cannot be
   * written.
   */
  #parse(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(malformedForm({ reason }));
      const failWith = (error: unknown) => (isOurs(error) ? reject(error) : fail(messageOf(error)));
      this.#request.on('close', () => {
        if (!this.#request.complete) fail('it ends too early');
      });
      try {
        const parser = this.#makeParser();
        parser.on('field', (name, value) => this.#fields.set(name, value));
        parser.on('file', (_field, stream, name) => {
          // The parser reports a broken form. The file stream may fail too; without a listener its error would end the
          // process.
          stream.on('error', () => {});
          this.#take(stream, name ?? '').then(resolve, failWith);
        });
        parser.on('error', failWith);
        parser.on('fieldsLimit', () => fail(`it has more than ${maxFields} fields`));
        parser.on('finish', () => Promise.all(this.#writing).then(() => resolve(), failWith));
        this.#request.pipe(parser);
      } catch (error) {
        failWith(error);
      }
    });
  }

  #makeParser() {
    return new Busboy({
      headers: this.#request.headers as BusboyHeaders,
      limits: { fields: maxFields, fieldSize: maxFieldSize, files: maxFiles },
    });
  }

  /** Writes a file. Resolves only if it is too large; otherwise the end of the form shows that all is written. */
  #take(stream: Readable, name: string): Promise<void> {
    const writing = spool(stream, name, this.#options);
    this.#streams.push(stream);
    this.#writing.push(writing);
    return new Promise((resolve, reject) => {
      writing.then((file) => {
        if (file.isTooLarge) resolve();
      }, reject);
    });
  }
}

async function spool(
  stream: Readable,
  name: string,
  { folder, limit, ensureSpace }: SpoolOptions,
): Promise<SpooledFile> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  let size = 0;
  let nextLook = betweenLooks;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (start.length < startLength) start = Buffer.concat([start, chunk.subarray(0, startLength - start.length)]);
      size += chunk.length;
      if (size > limit) break;
      hash.update(chunk);
      await handle.appendFile(chunk);
      if (size < nextLook) continue;
      nextLook += betweenLooks;
      ensureSpace(0);
    }
    await handle.sync();
    return { name, path, size, sha256: hash.digest('hex'), start, isTooLarge: size > limit };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Whether an error is about the disk, not about the form. */
function isOurs(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof Error && 'syscall' in error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
