import type { ServerResponse } from 'node:http';
import { errorKind } from './errors.ts';

/** Limits of unsent bytes, and of the milliseconds without progress of a client. */
interface OutflowLimits {
  /** Bytes for all clients of one user; above it, their read requests are refused. */
  user: number;
  /** Bytes for all clients; above it, large answers are refused. */
  all: number;
  /** A client that takes nothing for this long is cut off. */
  patience: number;
  /** The limit that replaces `patience` while `all` is exceeded. */
  crowdedPatience: number;
}

const usualLimits: OutflowLimits = {
  user: 12 * 1024 * 1024,
  all: 48 * 1024 * 1024,
  patience: 20_000,
  crowdedPatience: 2000,
};

/** Bytes written at a time. */
const batchSize = 128 * 1024;

const answersWaiting = errorKind('Your clients have not read their earlier answers yet.', {
  code: 'ANSWERS_WAITING',
  status: 429,
  extra: () => ({ 'retry-after': 5 }),
  headers: () => ({ 'Retry-After': '5' }),
});

const serverCrowded = errorKind('Too many answers wait for slow clients. Please try again later.', {
  code: 'TOO_MANY_ANSWERS',
  status: 503,
  extra: () => ({ 'retry-after': 5 }),
  headers: () => ({ 'Retry-After': '5' }),
});

/** An answer that its client has not taken completely. */
interface Flow {
  owner: unknown;
  bytes: number;
  /** In monotonic milliseconds. */
  moved_at: number;
}

/** Pieces that are written together. */
interface Batch {
  pieces: Buffer[];
  size: number;
}

/** Counts and limits the bytes that wait in memory for slow clients. */
export class Outflow {
  readonly limits: Readonly<OutflowLimits>;
  /** Sorted by the time of progress; the longest stalled client comes first. */
  #flows = new Map<ServerResponse, Flow>();
  #owners = new Map<unknown, number>();
  /** Bytes that wait now. */
  waiting = 0;
  /** Bytes written in batches so far. */
  written = 0;
  /** Connections cut because the client took nothing. */
  cuts = 0;
  /** Number of requests refused because too many bytes wait. */
  refusals = 0;

  constructor(limits: Partial<OutflowLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /** The number of answers that wait for their clients. */
  get answers(): number {
    return this.#flows.size;
  }

  /** Throws answersWaiting if too much waits for this user. */
  ensureRoomFor(owner: unknown): void {
    if (this.#hasRoomFor(owner)) return;
    this.refusals++;
    throw answersWaiting();
  }

  /** If too many bytes wait in total, cuts stalled clients; throws serverCrowded if that does not free enough. */
  ensureRoom(): void {
    this.#cutStalled();
    if (this.waiting < this.limits.all) return;
    this.refusals++;
    throw serverCrowded();
  }

  /** Counts bytes that are in memory while something is done with them. */
  async holding<Result>(owner: unknown, bytes: number, act: () => Promise<Result>): Promise<Result> {
    this.#count(owner, bytes);
    try {
      return await act();
    } finally {
      this.#count(owner, -bytes);
    }
  }

  /** Counts an answer that was written in one go, unless its client has taken all of it. */
  watch(response: ServerResponse, owner: unknown): void {
    const left = response.writableLength;
    if (left === 0 || response.destroyed) return;
    this.#begin(response, owner);
    this.#add(response, left);
    response.once('finish', () => this.#end(response));
  }

  /** Writes the pieces of an answer in batches, each when the client has taken the one before. */
  async write(response: ServerResponse, owner: unknown, pieces: readonly Buffer[]): Promise<void> {
    this.#begin(response, owner);
    const closed = new Promise((resolve) => response.once('close', resolve));
    // All of it stays in memory until the last batch is written.
    this.#add(response, sizeOf(pieces));
    for (const batch of batchesOf(pieces)) {
      if (response.destroyed) return;
      await Promise.race([writeBatch(response, batch), closed]);
      this.#add(response, 0);
      this.written += batch.size;
    }
    this.#end(response);
    response.end();
  }

  /**
   * Writes the next part of an answer that goes on, and calls back once the client has taken it. Cuts the client if too
   * many bytes wait for its user, or in total.
   */
  pour(response: ServerResponse, owner: unknown, text: string, taken: () => void): void {
    this.#open(response, owner);
    this.#add(response, Buffer.byteLength(text));
    response.write(text, () => {
      this.#end(response);
      if (!response.destroyed) taken();
    });
    this.#cutStalled();
    if (this.waiting >= this.limits.all || !this.#hasRoomFor(owner)) this.#cut(response);
  }

  /** Stops counting an answer whose connection is closed. */
  forget(response: ServerResponse): void {
    this.#end(response);
  }

  #hasRoomFor(owner: unknown): boolean {
    return (this.#owners.get(owner) ?? 0) < this.limits.user;
  }

  #open(response: ServerResponse, owner: unknown): void {
    this.#flows.set(response, { owner, bytes: 0, moved_at: performance.now() });
  }

  #begin(response: ServerResponse, owner: unknown): void {
    this.#open(response, owner);
    response.once('close', () => this.#end(response));
    response.setTimeout(this.limits.patience, () => this.#cut(response));
  }

  #add(response: ServerResponse, bytes: number): void {
    const flow = this.#flows.get(response);
    if (!flow) return;
    flow.bytes += bytes;
    flow.moved_at = performance.now();
    this.#flows.delete(response);
    this.#flows.set(response, flow);
    this.#count(flow.owner, bytes);
  }

  #end(response: ServerResponse): void {
    const flow = this.#flows.get(response);
    if (!flow) return;
    this.#flows.delete(response);
    this.#count(flow.owner, -flow.bytes);
  }

  #count(owner: unknown, bytes: number): void {
    this.waiting += bytes;
    const sum = (this.#owners.get(owner) ?? 0) + bytes;
    if (sum > 0) this.#owners.set(owner, sum);
    else this.#owners.delete(owner);
  }

  #cut(response: ServerResponse): void {
    if (response.writableFinished || response.destroyed) return;
    this.cuts++;
    this.#end(response);
    response.destroy();
  }

  #cutStalled(): void {
    const latest = performance.now() - this.limits.crowdedPatience;
    for (const [response, { moved_at }] of this.#flows) {
      if (this.waiting < this.limits.all || moved_at > latest) return;
      this.#cut(response);
    }
  }
}

/** The total length, in bytes. */
function sizeOf(pieces: readonly Buffer[]): number {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  return size;
}

/** Splits pieces into batches of a limited size without copying, because a cache may share the pieces. */
function* batchesOf(pieces: readonly Buffer[]): Generator<Batch> {
  let batch: Batch = { pieces: [], size: 0 };
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + batchSize - batch.size);
      at += part.length;
      batch.pieces.push(part);
      batch.size += part.length;
      if (batch.size < batchSize) continue;
      yield batch;
      batch = { pieces: [], size: 0 };
    }
  }
  if (batch.size > 0) yield batch;
}

/** Writes a batch. Resolves when the operating system has taken it all, or the connection failed. */
function writeBatch(response: ServerResponse, { pieces }: Batch): Promise<unknown> {
  return new Promise((resolve) => {
    const { socket } = response;
    // With chunked encoding the cork of the response does not join the pieces; the cork of the socket does.
    socket?.cork();
    response.cork();
    for (const [index, piece] of pieces.entries()) {
      if (index < pieces.length - 1) response.write(piece);
      else response.write(piece, resolve);
    }
    response.uncork();
    socket?.uncork();
  });
}
