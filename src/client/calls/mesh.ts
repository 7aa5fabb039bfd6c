import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../store/clock.ts';
import { Peer, type Signal, type Tracks } from './peer.ts';

/** A browser in a call. */
export interface Member {
  user_id: number;
  session: string;
}

interface Options {
  self: Member;
  connect: () => RTCPeerConnection;
  /** Signals to one member arrive in this order, and none is lost as long as the member is in the call. */
  send: (to: Member, signal: Signal) => void;
  clock: Clock;
}

/** The number of signals that are kept of members who are not known yet: they may precede the news of joining. */
const mostEarly = 200;

/** One connection to each other browser in a call. A member who joins again has another session, and a new connection. */
export class Mesh {
  readonly #options: Options;
  readonly #peers = signal<ReadonlyMap<string, Peer>>(new Map());
  #sent: Tracks = {};
  #early: { from: string; received: Signal }[] = [];
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** By the key of the member. */
  get peers(): ReadonlySignal<ReadonlyMap<string, Peer>> {
    return this.#peers;
  }

  /** Connects to new members, and gives up those who are gone. */
  follow(members: readonly Member[]): void {
    if (this.#isClosed) return;
    const { self } = this.#options;
    const others = new Map(
      members.filter(({ user_id }) => user_id !== self.user_id).map((one) => [keyOfMember(one), one]),
    );
    const before = this.#peers.peek();
    const isSame = others.size === before.size && [...others.keys()].every((key) => before.has(key));
    if (isSame) return;
    for (const [key, peer] of before) if (!others.has(key)) peer.close();
    this.#peers.value = new Map([...others].map(([key, member]) => [key, before.get(key) ?? this.#connect(member)]));
    const early = this.#early;
    this.#early = [];
    for (const { from, received } of early) this.#receive(from, received);
  }

  receive(from: Member, received: Signal): void {
    if (!this.#isClosed) this.#receive(keyOfMember(from), received);
  }

  /** Sends other tracks to everybody from now on. */
  send(tracks: Tracks): void {
    this.#sent = tracks;
    for (const peer of this.#peers.peek().values()) peer.send(tracks);
  }

  close(): void {
    this.#isClosed = true;
    for (const peer of this.#peers.peek().values()) peer.close();
    this.#peers.value = new Map();
  }

  #receive(from: string, received: Signal): void {
    const peer = this.#peers.peek().get(from);
    if (peer) void peer.receive(received);
    else if (this.#early.length < mostEarly) this.#early.push({ from, received });
  }

  #connect(member: Member): Peer {
    const { self, connect, send, clock } = this.#options;
    const peer = new Peer({
      connection: connect(),
      isPolite: self.user_id < member.user_id,
      send: (sent) => send(member, sent),
      clock,
    });
    peer.start(this.#sent);
    return peer;
  }
}

export function keyOfMember({ user_id, session }: Member): string {
  return `${user_id}:${session}`;
}
