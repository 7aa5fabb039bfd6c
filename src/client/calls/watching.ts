import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { CurrentCall } from './current.ts';
import { watchLevel } from './media.ts';
import type { Peer } from './peer.ts';

/** How well the media of a member arrive. */
type Quality = 'good' | 'weak' | 'bad';

/** Louder than this is speaking, from 0 to 1. */
const loud = { received: 0.02, own: 0.08 };

/** In milliseconds: words and what is between them are one speech. */
const interval = 100;
const pause = 800;
/** The quality is measured every three seconds. */
const looksForQuality = 30;

/** Who speaks in a call, and how well each member is received, by user id. */
export class Watching {
  readonly #speaking = signal<ReadonlySet<number>>(new Set());
  readonly #quality = signal<ReadonlyMap<number, Quality>>(new Map());
  readonly #call: CurrentCall;
  readonly #user_id: number;
  readonly #packets = new Map<string, Packets>();
  readonly #timer: ReturnType<typeof setInterval>;
  #watched: MediaStreamTrack | undefined;
  readonly #lastLoud = new Map<number, number>();
  #stopOwn = () => {};
  #looks = 0;

  constructor(call: CurrentCall, user_id: number) {
    this.#call = call;
    this.#user_id = user_id;
    this.#timer = setInterval(() => this.#look(), interval);
  }

  get speaking(): ReadonlySignal<ReadonlySet<number>> {
    return this.#speaking;
  }

  get quality(): ReadonlySignal<ReadonlyMap<number, Quality>> {
    return this.#quality;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopOwn();
  }

  #look(): void {
    this.#watchOwn();
    const now = performance.now();
    for (const [key, peer] of this.#peers()) if (levelOf(peer) > loud.received) this.#lastLoud.set(userOf(key), now);
    const speaking = this.#call.session.members
      .peek()
      .filter(({ user_id, audio }) => audio && now - (this.#lastLoud.get(user_id) ?? -pause) < pause)
      .map(({ user_id }) => user_id);
    if (speaking.join() !== [...this.#speaking.peek()].join()) this.#speaking.value = new Set(speaking);
    this.#looks += 1;
    if (this.#looks % looksForQuality === 0) void this.#measure();
  }

  #peers(): ReadonlyMap<string, Peer> {
    return this.#call.session.peers.peek();
  }

  #watchOwn(): void {
    const { audio } = this.#call.media.tracks.peek();
    if (audio === this.#watched) return;
    this.#stopOwn();
    this.#watched = audio;
    const hear = (level: number) => {
      if (level > loud.own) this.#lastLoud.set(this.#user_id, performance.now());
    };
    this.#stopOwn = audio ? watchLevel(audio, hear) : () => {};
  }

  async #measure(): Promise<void> {
    const measured = [...this.#peers()].map(async ([key, peer]): Promise<[number, Quality]> => {
      const after = packetsIn(await peer.connection.getStats());
      const before = this.#packets.get(key) ?? nothing;
      this.#packets.set(key, after);
      return [userOf(key), qualityOf(before, after)];
    });
    this.#quality.value = new Map(await Promise.all(measured));
  }
}

interface Packets {
  received: number;
  lost: number;
  /** The way to the other browser and back, in seconds. */
  delay: number;
}

const nothing: Packets = { received: 0, lost: 0, delay: 0 };

function packetsIn(report: RTCStatsReport): Packets {
  const found = { ...nothing };
  for (const one of report.values()) {
    if (one.type === 'inbound-rtp') {
      found.received += one.packetsReceived ?? 0;
      found.lost += one.packetsLost ?? 0;
    }
    if (one.type === 'candidate-pair' && one.nominated) found.delay = one.currentRoundTripTime ?? found.delay;
  }
  return found;
}

/** By the packets lost since the last look, and the delay: people notice 3 %, and 10 % are hard to understand. */
function qualityOf(before: Packets, after: Packets): Quality {
  const lost = Math.max(0, after.lost - before.lost);
  const share = lost / Math.max(1, lost + after.received - before.received);
  if (share > 0.1 || after.delay > 0.8) return 'bad';
  return share > 0.03 || after.delay > 0.3 ? 'weak' : 'good';
}

function levelOf({ connection }: Peer): number {
  const [voice] = connection.getReceivers();
  return Math.max(0, ...(voice?.getSynchronizationSources() ?? []).map(({ audioLevel = 0 }) => audioLevel));
}

function userOf(key: string): number {
  return Number.parseInt(key, 10);
}
