import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../store/clock.ts';

/** What a browser sends, by the order of the lines in the description of each connection. */
export const lines = ['audio', 'video', 'screen', 'sound'] as const;

/** The microphone, the camera, a screen, and the sound of that screen. */
export type Line = (typeof lines)[number];

export type Tracks = Readonly<Partial<Record<Line, MediaStreamTrack>>>;

/** How large the picture of a camera is wanted. */
type PictureSize = 'small' | 'large';

/** What two browsers tell each other through the server. */
export type Signal =
  | { description: RTCSessionDescriptionInit }
  | { candidates: RTCIceCandidateInit[] }
  | { want: PictureSize };

/** `broken`: there was a connection; another way is searched. */
type PeerState = 'connecting' | 'connected' | 'broken';

interface Options {
  connection: RTCPeerConnection;
  /** Of two offers at once, that of the polite side is withdrawn. The other side makes the first one. */
  isPolite: boolean;
  /** Signals arrive in this order, and none is lost. */
  send: (signal: Signal) => void;
  clock: Clock;
}

const encodings: Record<PictureSize, RTCRtpEncodingParameters> = {
  small: { scaleResolutionDownBy: 4, maxBitrate: 150_000, maxFramerate: 15 },
  large: { scaleResolutionDownBy: 1, maxBitrate: 1_500_000, maxFramerate: 30 },
};

/** Candidates are collected for this long, in milliseconds: one signal carries several. */
const collectingTime = 50;

/** How long a connection may be interrupted before another way is searched, in milliseconds. */
const patience = { impolite: 1000, polite: 3000 };

/**
 * The connection to one other browser, by "perfect negotiation". The impolite side opens all lines at once, so that what
 * is sent later needs no new description: a track is put into its line, and taken out.
 */
export class Peer {
  readonly #connection: RTCPeerConnection;
  readonly #options: Options;
  readonly #state = signal<PeerState>('connecting');
  readonly #received = signal<Tracks>({});
  #sent: Tracks = {};
  #size: PictureSize = 'small';
  #wanted: PictureSize = 'small';
  #isOffering = false;
  #isIgnoring = false;
  #candidates: RTCIceCandidateInit[] = [];
  #turn: Promise<void> = Promise.resolve();
  #stopWaiting = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#connection = options.connection;
    this.#connection.onnegotiationneeded = () => void this.#offer();
    this.#connection.onicecandidate = ({ candidate }) => candidate && this.#addCandidate(candidate.toJSON());
    this.#connection.onconnectionstatechange = () => this.#follow();
  }

  get state(): ReadonlySignal<PeerState> {
    return this.#state;
  }

  /** The other side's tracks. Whether they carry anything, the server tells of each member. */
  get received(): ReadonlySignal<Tracks> {
    return this.#received;
  }

  get connection(): RTCPeerConnection {
    return this.#connection;
  }

  /** Begins, with what is sent now. */
  start(tracks: Tracks): void {
    this.#sent = tracks;
    if (this.#options.isPolite) return;
    for (const line of lines) this.#connection.addTransceiver(kindOf(line), { direction: 'sendrecv' });
    this.#adoptLines();
  }

  /** Sends other tracks from now on. */
  send(tracks: Tracks): void {
    this.#sent = tracks;
    for (const [line, { sender }] of this.#lines()) void sender.replaceTrack(tracks[line] ?? null).catch(() => {});
    this.#encode();
  }

  /** Asks the other side for a larger or smaller picture of its camera. */
  want(size: PictureSize): void {
    if (size === this.#wanted) return;
    this.#wanted = size;
    this.#options.send({ want: size });
  }

  /** Takes a signal after those before it. Resolves once it has had its effect. */
  receive(received: Signal): Promise<void> {
    this.#turn = this.#turn.then(() => this.#take(received)).catch(() => {});
    return this.#turn;
  }

  close(): void {
    this.#stopWaiting();
    this.#connection.onnegotiationneeded = null;
    this.#connection.onicecandidate = null;
    this.#connection.onconnectionstatechange = null;
    this.#connection.close();
  }

  async #take(received: Signal): Promise<void> {
    if ('description' in received) await this.#describe(received.description);
    else if ('candidates' in received) for (const one of received.candidates) await this.#tryCandidate(one);
    else {
      this.#size = received.want === 'large' ? 'large' : 'small';
      this.#encode();
    }
  }

  async #offer(): Promise<void> {
    this.#isOffering = true;
    try {
      await this.#connection.setLocalDescription();
      this.#sendDescription();
    } catch {
      // It was closed, or an offer of the other side came first: its answer has what this one would ask.
    } finally {
      this.#isOffering = false;
    }
  }

  async #describe(description: RTCSessionDescriptionInit): Promise<void> {
    const isOffer = description.type === 'offer';
    const collides = isOffer && (this.#isOffering || this.#connection.signalingState !== 'stable');
    this.#isIgnoring = collides && !this.#options.isPolite;
    if (this.#isIgnoring) return;
    await this.#connection.setRemoteDescription(description);
    if (!isOffer) return;
    this.#adoptLines();
    await this.#connection.setLocalDescription();
    this.#sendDescription();
  }

  async #tryCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    try {
      await this.#connection.addIceCandidate(candidate);
    } catch (error) {
      // Those of an ignored offer belong to nothing.
      if (!this.#isIgnoring) throw error;
    }
  }

  #sendDescription(): void {
    const { localDescription } = this.#connection;
    if (localDescription)
      this.#options.send({ description: { type: localDescription.type, sdp: localDescription.sdp } });
  }

  #addCandidate(candidate: RTCIceCandidateInit): void {
    this.#candidates.push(candidate);
    if (this.#candidates.length > 1) return;
    this.#options.clock.after(collectingTime, () => this.#options.send({ candidates: this.#candidates.splice(0) }));
  }

  /** The lines in use: none on the polite side before the first offer. */
  #lines(): [Line, RTCRtpTransceiver][] {
    const transceivers = this.#connection.getTransceivers();
    return lines.flatMap((line, index): [Line, RTCRtpTransceiver][] => {
      const transceiver = transceivers[index];
      return transceiver ? [[line, transceiver]] : [];
    });
  }

  /** Uses the lines of the description in both directions. */
  #adoptLines(): void {
    const all = this.#lines();
    for (const [, transceiver] of all) if (transceiver.direction !== 'sendrecv') transceiver.direction = 'sendrecv';
    this.#received.value = Object.fromEntries(all.map(([line, { receiver }]) => [line, receiver.track]));
    this.send(this.#sent);
  }

  /** Sends the picture as large as the other side wants it. */
  #encode(): void {
    const found = this.#lines().find(([line]) => line === 'video');
    if (!found) return;
    const [, { sender }] = found;
    const parameters = sender.getParameters();
    const [encoding] = parameters.encodings;
    if (!encoding) return;
    Object.assign(encoding, encodings[this.#size]);
    void sender.setParameters(parameters).catch(() => {});
  }

  #follow(): void {
    const { connectionState } = this.#connection;
    this.#stopWaiting();
    if (connectionState === 'connected') {
      this.#state.value = 'connected';
      this.#encode();
    }
    if (connectionState === 'failed') this.#restart();
    if (connectionState === 'disconnected') this.#restartLater();
  }

  #restart(): void {
    this.#state.value = 'broken';
    this.#connection.restartIce();
    this.#restartLater();
  }

  #restartLater(): void {
    const { isPolite, clock } = this.#options;
    this.#stopWaiting = clock.after(isPolite ? patience.polite : patience.impolite, () => this.#restart());
  }
}

function kindOf(line: Line): 'audio' | 'video' {
  return line === 'audio' || line === 'sound' ? 'audio' : 'video';
}
