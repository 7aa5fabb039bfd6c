import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { type Call as CallApi, CallError } from '../api/call.ts';
import type { Call, CallMedia, CallMember, ServerEvent } from '../api/types.ts';
import type { Clock } from '../store/clock.ts';
import type { Store } from '../store/store.ts';
import { Courier } from './courier.ts';
import { type Member, Mesh } from './mesh.ts';
import type { Signal, Tracks } from './peer.ts';

/** `lost`: the server does not answer, while the connections to the others may go on. */
type SessionState = 'joining' | 'joined' | 'lost' | 'over';

/** Why it is over: the user left or went on at another device, or the call ended. */
export type End = 'left' | 'moved' | 'ended';

interface Options {
  call_id: number;
  store: Store;
  call: CallApi;
  clock: Clock;
  connect: (configuration: RTCConfiguration) => RTCPeerConnection;
  createSession: () => string;
}

interface Joined {
  call: Call;
  ice_servers: RTCIceServer[];
}

interface CallEvent {
  call?: Call;
}

interface SignalEvent {
  call_id?: number;
  from: number;
  from_session: string;
  to_session: string;
  data: string;
}

/** Without a sign for twelve seconds, the server takes a member out. */
const signEvery = 5000;

/** The pause after a failure, and how long an answer may take, in milliseconds. */
const pause = 1000;
const silence = 4000;

const quiet: CallMedia = { audio: false, video: false, screen: false, hand: false };

/**
 * The part of this tab in a call: it joins, gives signs of life, and joins again, with another session, when the server
 * has taken it out because there were none.
 */
export class CallSession {
  readonly call_id: number;
  readonly #options: Options;
  readonly #state = signal<SessionState>('joining');
  readonly #members = signal<readonly CallMember[]>([]);
  readonly #media = signal(quiet);
  readonly #mesh = signal<Mesh | undefined>(undefined);
  readonly end = signal<End | undefined>(undefined);
  #courier: Courier | undefined;
  #session = '';
  /** All sessions of this tab, and whether events have told of one. */
  readonly #sessions = new Set<string>();
  #isSeen = false;
  /** Whether the server has said that this session is in the call, and how to reach the others. */
  #isIn = false;
  #iceServers: RTCIceServer[] = [];
  #tracks: Tracks = {};
  #isSigning = false;
  #cancelSign = () => {};
  #stops: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.call_id = options.call_id;
  }

  get state(): ReadonlySignal<SessionState> {
    return this.#state;
  }

  /** Everybody in the call, also the user. */
  get members(): ReadonlySignal<readonly CallMember[]> {
    return this.#members;
  }

  /** What the user sends now. */
  get media(): ReadonlySignal<CallMedia> {
    return this.#media;
  }

  readonly peers = computed(() => this.#mesh.value?.peers.value ?? new Map());

  get session(): string {
    return this.#session;
  }

  /** Joins, with what is sent from the beginning. Throws the refusal of the server. */
  async join(media: CallMedia, tracks: Tracks, take_over = false): Promise<void> {
    this.#media.value = media;
    this.#tracks = tracks;
    this.#begin();
    // The first signals may come before the answer.
    this.#stops = [this.#options.store.follow((event) => this.#hear(event))];
    try {
      await this.#enter(take_over);
    } catch (error) {
      this.#stop();
      throw error;
    }
    if (this.#state.peek() === 'over') return;
    this.#stops.push(this.#watch());
    this.#signLater();
  }

  /** Sends other tracks, and tells the members what the user does, if that is new. */
  async change(media: Partial<CallMedia>, tracks: Tracks = this.#tracks): Promise<void> {
    this.#tracks = tracks;
    this.#mesh.peek()?.send(tracks);
    const before = this.#media.peek();
    const after = { ...before, ...media };
    if (isSame(before, after)) return;
    this.#media.value = after;
    try {
      await this.#patch(media);
    } catch (error) {
      if (!(error instanceof CallError) || isOutside(error)) return void this.sign();
      // What was turned off meanwhile stays off, and the next sign of life tells it again.
      const refused = Object.keys(media).filter((name) => media[name as keyof CallMedia]);
      const former = Object.fromEntries(refused.map((name) => [name, before[name as keyof CallMedia]]));
      this.#media.value = { ...this.#media.peek(), ...former };
      throw error;
    }
  }

  /** Shows an emoji to the members for a moment. */
  async react(emoji: string): Promise<void> {
    await this.#options.call('POST', `/calls/${this.call_id}/reactions`, { session: this.#session, emoji });
  }

  /** Leaves, also when the page is closed. */
  leave(): void {
    if (this.#state.peek() === 'over') return;
    const path = `/calls/${this.call_id}/members/me`;
    void this.#options.call('DELETE', path, { session: this.#session }, { keepalive: true }).catch(() => {});
    this.#finish('left');
  }

  /** Gives a sign of life now; joins again if the server has taken the member out. */
  async sign(): Promise<void> {
    if (this.#isSigning || this.#state.peek() === 'over') return;
    this.#isSigning = true;
    this.#cancelSign();
    // Without an answer, it is unknown whether it joined: the same session may join twice.
    const isAnswered = await this.#attempt(() => (this.#isIn ? this.#patch(this.#media.peek()) : this.#enter(false)));
    this.#isSigning = false;
    this.#signLater(isAnswered ? signEvery : pause);
  }

  /** Returns whether the server answered. */
  async #attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      this.#become('joined');
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) this.#become('lost');
      else if (error.code === 'CALL_ENDED') this.#finish('ended');
      else if (error.code === 'ALREADY_IN_CALL') this.#finish('moved');
      else if (isOutside(error)) {
        this.#begin();
        return this.#attempt(() => this.#enter(false));
      }
      return error instanceof CallError && error.status < 500;
    }
  }

  /** Gets ready to join with a new session. */
  #begin(): void {
    const { store, connect, createSession, clock } = this.#options;
    this.#drop();
    const self: Member = { user_id: store.user_id, session: createSession() };
    const courier = new Courier((to, data) => this.#post(self.session, to, data), clock);
    const mesh = new Mesh({
      self,
      connect: () => connect({ iceServers: this.#iceServers, bundlePolicy: 'max-bundle' }),
      send: (to: Member, sent: Signal) => courier.send(to, sent),
      clock,
    });
    mesh.send(this.#tracks);
    this.#session = self.session;
    this.#sessions.add(self.session);
    this.#courier = courier;
    this.#mesh.value = mesh;
  }

  async #enter(take_over: boolean): Promise<void> {
    const path = `/calls/${this.call_id}/members`;
    const params = { session: this.#session, ...this.#media.peek(), ...(take_over ? { take_over } : {}) };
    const joined = await this.#options.call<Joined>('POST', path, params, { silence });
    if (this.#state.peek() === 'over') return;
    this.#iceServers = joined.ice_servers;
    this.#isIn = true;
    this.#follow(joined.call.members);
    this.#become('joined');
  }

  #post(session: string, to: Member, data: string): Promise<unknown> {
    const params = { session, to: to.user_id, to_session: to.session, data };
    return this.#options.call('POST', `/calls/${this.call_id}/signals`, params, { silence });
  }

  #patch(media: Partial<CallMedia>): Promise<unknown> {
    const path = `/calls/${this.call_id}/members/me`;
    return this.#options.call('PATCH', path, { session: this.#session, ...media }, { silence });
  }

  #hear(event: ServerEvent): void {
    const { type, op, call, call_id = call?.id, to_session, ...more } = event as ServerEvent & CallEvent & SignalEvent;
    if (call_id !== this.call_id) return;
    if (type === 'call' && op === 'remove') this.#finish('ended');
    if (type === 'call' && call) this.#findSelf(call.members);
    if (type !== 'call_signal' || to_session !== this.#session) return;
    const received = parse(more.data);
    if (received) this.#mesh.peek()?.receive({ user_id: more.from, session: more.from_session }, received);
  }

  /**
   * The call may go on at another device while this one hears nothing, and be left there too. Events come in order, so
   * another session of the user after one of this tab has taken over.
   */
  #findSelf(members: readonly CallMember[]): void {
    const self = members.find(({ user_id }) => user_id === this.#options.store.user_id);
    if (!self) return;
    if (this.#sessions.has(self.session)) this.#isSeen = true;
    else if (this.#isSeen) this.#finish('moved');
  }

  /**
   * Follows the members, as events tell of them. An event without this session is older than its joining, or the server
   * has taken it out: it knows, and is asked.
   */
  #watch(): () => void {
    let wasMember = false;
    return effect(() => {
      const { calls = [] } = this.#options.store.read('calls').state;
      const found = calls.find(({ id }) => id === this.call_id);
      const isMember = found?.members.some(({ session }) => session === this.#session) ?? false;
      untracked(() => {
        if (found && isMember) this.#follow(found.members);
        else if (wasMember) void this.sign();
      });
      wasMember = isMember;
    });
  }

  #follow(members: readonly CallMember[]): void {
    this.#members.value = members;
    if (this.#isIn) this.#mesh.peek()?.follow(members);
  }

  #signLater(time = signEvery): void {
    if (this.#state.peek() !== 'over') this.#cancelSign = this.#options.clock.after(time, () => void this.sign());
  }

  #become(state: SessionState): void {
    if (this.#state.peek() !== 'over') this.#state.value = state;
  }

  #drop(): void {
    this.#isIn = false;
    this.#courier?.end();
    this.#mesh.peek()?.close();
    this.#mesh.value = undefined;
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#drop();
  }

  #finish(end: End): void {
    if (this.#state.peek() === 'over') return;
    this.#state.value = 'over';
    this.#cancelSign();
    this.#stop();
    this.end.value = end;
  }
}

function isSame(one: CallMedia, other: CallMedia): boolean {
  return Object.keys(one).every((name) => one[name as keyof CallMedia] === other[name as keyof CallMedia]);
}

/** Whether the server no longer knows the session as a member. */
function isOutside(error: unknown): boolean {
  return error instanceof CallError && error.code === 'NOT_IN_CALL';
}

/** A signal of another browser, if it is one. */
function parse(data: string): Signal | undefined {
  try {
    const found: unknown = JSON.parse(data);
    if (typeof found !== 'object' || found === null) return undefined;
    return 'description' in found || 'candidates' in found || 'want' in found ? (found as Signal) : undefined;
  } catch {
    return undefined;
  }
}
