import { type Line, lines } from '../../../src/client/calls/peer.ts';

interface Described {
  id: number;
  /** Of an answer: the offer. */
  to?: number;
  count: number;
}

type Description = { type: 'offer' | 'answer'; sdp: string };

/** The connections of all browsers of a test, which stand for RTCPeerConnection: signalling as its standard has it. */
export class FakeNetwork {
  readonly connections: FakePeerConnection[] = [];
  /** Descriptions by their ids, over which connections find each other. */
  readonly owners = new Map<number, FakePeerConnection>();
  next = 1;

  readonly connect = (): RTCPeerConnection => {
    const connection = new FakePeerConnection(this);
    this.connections.push(connection);
    return connection as unknown as RTCPeerConnection;
  };

  listOpen(): FakePeerConnection[] {
    return this.connections.filter(({ connectionState }) => connectionState !== 'closed');
  }
}

/** The track of a line that arrives, which shows what the other side puts into it. */
export interface FakeTrack {
  kind: string;
  sent: () => unknown;
}

class FakeTransceiver {
  direction: string;
  readonly sender;
  readonly receiver: { track: FakeTrack };
  sent: unknown = null;

  constructor(owner: FakePeerConnection, kind: string, index: number, direction: string) {
    this.direction = direction;
    this.sender = {
      replaceTrack: async (track: unknown) => {
        this.sent = track;
      },
      getParameters: () => ({ encodings: [{}] }),
      setParameters: async () => {},
    };
    this.receiver = { track: { kind, sent: () => owner.other?.transceivers[index]?.sent } };
  }
}

export class FakePeerConnection {
  signalingState: 'stable' | 'have-local-offer' | 'have-remote-offer' | 'closed' = 'stable';
  connectionState = 'new';
  localDescription: Description | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { toJSON: () => object } }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  readonly transceivers: FakeTransceiver[] = [];
  other: FakePeerConnection | undefined;
  readonly #network: FakeNetwork;
  #local: Described | undefined;
  #remote: Described | undefined;
  #before: [Described | undefined, Described | undefined] = [undefined, undefined];
  #hasCandidate = false;
  #isNeeded = false;

  constructor(network: FakeNetwork) {
    this.#network = network;
  }

  getTransceivers(): FakeTransceiver[] {
    return this.transceivers;
  }

  addTransceiver(kind: string, { direction }: { direction: string }): void {
    this.transceivers.push(new FakeTransceiver(this, kind, this.transceivers.length, direction));
    this.#need();
  }

  restartIce(): void {
    this.#need();
  }

  async setLocalDescription(): Promise<void> {
    await Promise.resolve();
    this.#ensureOpen();
    const isAnswer = this.signalingState === 'have-remote-offer';
    if (!isAnswer) this.#before = [this.#local, this.#remote];
    const id = this.#network.next++;
    this.#local = { id, count: this.transceivers.length, ...(isAnswer ? { to: this.#remote?.id ?? 0 } : {}) };
    this.#network.owners.set(id, this);
    this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: JSON.stringify(this.#local) };
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer';
    queueMicrotask(() => this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate: String(id) }) } }));
    this.#settle();
  }

  async setRemoteDescription({ type, sdp }: Description): Promise<void> {
    await Promise.resolve();
    this.#ensureOpen();
    const remote = JSON.parse(sdp) as Described;
    if (type === 'answer') {
      if (this.signalingState !== 'have-local-offer') throw new Error('InvalidStateError');
      if (remote.to !== this.#local?.id) throw new Error('an answer to another offer');
      this.signalingState = 'stable';
    } else {
      // An own offer is withdrawn.
      if (this.signalingState === 'have-local-offer') {
        [this.#local, this.#remote] = this.#before;
        this.#isNeeded = true;
      }
      this.signalingState = 'have-remote-offer';
      while (this.transceivers.length < remote.count) this.#addLine();
    }
    this.#remote = remote;
    this.#settle();
  }

  async addIceCandidate({ candidate }: { candidate: string }): Promise<void> {
    this.#ensureOpen();
    if (!this.#remote) throw new Error('InvalidStateError');
    if (this.#network.owners.get(Number(candidate)) !== this.#network.owners.get(this.#remote.id))
      throw new Error('OperationError: a candidate of another connection');
    this.#hasCandidate = true;
    this.#settle();
  }

  close(): void {
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }

  /** The way between both is gone: a restart finds another. */
  interrupt(): void {
    this.#hasCandidate = false;
    this.#become('disconnected');
  }

  #addLine(): void {
    const kind = { audio: 'audio', sound: 'audio', video: 'video', screen: 'video' }[
      lines[this.transceivers.length] as Line
    ];
    this.transceivers.push(new FakeTransceiver(this, kind, this.transceivers.length, 'recvonly'));
  }

  #need(): void {
    if (this.#isNeeded) return;
    this.#isNeeded = true;
    queueMicrotask(() => this.#askIfNeeded());
  }

  #askIfNeeded(): void {
    if (!this.#isNeeded || this.signalingState !== 'stable') return;
    this.#isNeeded = false;
    this.onnegotiationneeded?.();
  }

  #settle(): void {
    if (this.signalingState !== 'stable') return;
    queueMicrotask(() => this.#askIfNeeded());
    this.other = this.#network.owners.get(this.#remote?.id ?? 0);
    if (this.other && this.#isAgreed() && this.other.#isAgreed())
      for (const one of [this, this.other]) one.#become('connected');
  }

  /** Whether both sides have each other's latest description, and a candidate. */
  #isAgreed(): boolean {
    const isMutual = this.other?.other === this && this.other.#remote?.id === this.#local?.id;
    return this.#hasCandidate && isMutual && this.signalingState === 'stable';
  }

  #become(state: string): void {
    if (this.connectionState === state || this.connectionState === 'closed') return;
    this.connectionState = state;
    queueMicrotask(() => this.onconnectionstatechange?.());
  }

  #ensureOpen(): void {
    if (this.signalingState === 'closed') throw new Error('InvalidStateError: closed');
  }
}
