import type { ServerResponse } from 'node:http';
import { errorKind } from './errors.ts';

/** Bytes that wait, and milliseconds that they may wait. */
export interface OutflowLimits {
  /** For the clients of one user, before a further answer is made. */
  user: number;
  /** For all clients, before a further large answer is made. */
  all: number;
  /** A client that takes nothing for so long is cut. */
  patience: number;
  /** The same where others need the room. */
  crowdedPatience: number;
}

const usualLimits: OutflowLimits = {
  user: 8 * 1024 * 1024,
  all: 48 * 1024 * 1024,
  patience: 20_000,
  crowdedPatience: 2000,
};

/** How much is written at a time, in bytes. */
const batchSize = 128 * 1024;

export const answersWaiting = errorKind('Your clients have not read their earlier answers yet.', {
  code: 'ANSWERS_WAITING',
  status: 429,
  extra: () => ({ 'retry-after': 5 }),
  headers: () => ({ 'Retry-After': '5' }),
});

export const serverCrowded = errorKind('Too many answers wait for slow clients. Please try again later.', {
  code: 'TOO_MANY_ANSWERS',
  status: 503,
  extra: () => ({ 'retry-after': 5 }),
  headers: () => ({ 'Retry-After': '5' }),
});

/** An answer that its client has not taken as a whole. */
interface Flow {
  owner: unknown;
  bytes: number;
  /** In monotonic milliseconds. */
  moved_at: number;
}

/** What is written at a time. */
interface Batch {
  pieces: Buffer[];
  size: number;
}

/** Counts and bounds the bytes that wait in memory until clients read them. */
export class Outflow {
  readonly #limits: OutflowLimits;
  /** Those whose client took something longest ago come first. */
  #flows = new Map<ServerResponse, Flow>();
  #owners = new Map<unknown, number>();
  /** In bytes. */
  waiting = 0;
  /** All bytes that were written piece by piece so far. */
  written = 0;
  /** Connections cut because their client took nothing. */
  cuts = 0;
  /** Requests refused for want of room. */
  refusals = 0;

  constructor(limits: Partial<OutflowLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** How many answers wait. */
  get answers(): number {
    return this.#flows.size;
  }

  /** Throws answersWaiting where too much waits for a user already. */
  ensureRoomFor(owner: unknown): void {
    if ((this.#owners.get(owner) ?? 0) < this.#limits.user) return;
    this.refusals++;
    throw answersWaiting();
  }

  /** Cuts stalled clients where too much waits for all together; throws serverCrowded if that is not enough. */
  ensureRoom(): void {
    this.#cutStalled();
    if (this.waiting < this.#limits.all) return;
    this.refusals++;
    throw serverCrowded();
  }

  /** Counts an answer that is written as a whole, if its client has not taken all of it yet. */
  watch(response: ServerResponse, owner: unknown): void {
    const left = response.writableLength;
    if (left === 0 || response.destroyed) return;
    this.#begin(response, owner);
    this.#add(response, left);
    response.once('finish', () => this.#end(response));
  }

  /** Writes the parts of an answer one after the other, as fast as the client takes them. */
  async write(
    response: ServerResponse,
    owner: unknown,
    parts: AsyncIterable<readonly Buffer[]> | Iterable<readonly Buffer[]>,
  ): Promise<void> {
    this.#begin(response, owner);
    const closed = new Promise((resolve) => response.once('close', resolve));
    for await (const pieces of parts) {
      this.#add(response, sizeOf(pieces));
      for (const batch of batchesOf(pieces)) {
        if (response.destroyed) return;
        await Promise.race([writeBatch(response, batch), closed]);
        this.#add(response, -batch.size);
        this.written += batch.size;
      }
    }
    this.#end(response);
    response.end();
  }

  #begin(response: ServerResponse, owner: unknown): void {
    this.#flows.set(response, { owner, bytes: 0, moved_at: performance.now() });
    response.once('close', () => this.#end(response));
    response.setTimeout(this.#limits.patience, () => this.#cut(response));
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
    const latest = performance.now() - this.#limits.crowdedPatience;
    for (const [response, { moved_at }] of this.#flows) {
      if (this.waiting < this.#limits.all || moved_at > latest) return;
      this.#cut(response);
    }
  }
}

/** The length of pieces together, in bytes. */
export function sizeOf(pieces: readonly Buffer[]): number {
  let size = 0;
  for (const piece of pieces) size += piece.length;
  return size;
}

/** Cuts pieces into stretches of a limited size. Nothing is copied: pieces may be shared with a cache. */
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

/** Writes a batch at once; resolves when the operating system has all of it, or the connection failed. */
function writeBatch(response: ServerResponse, { pieces }: Batch): Promise<unknown> {
  return new Promise((resolve) => {
    const { socket } = response;
    // Where an answer has chunks, its own cork lets each piece pass on its own.
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
