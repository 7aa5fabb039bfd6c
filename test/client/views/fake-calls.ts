import { type Call as CallApi, CallError, NetworkError } from '../../../src/client/api/call.ts';
import type { Call, CallMember, ServerEvent } from '../../../src/client/api/types.ts';
import type { CallSession } from '../../../src/client/calls/session.ts';
import type { Store } from '../../../src/client/store/store.ts';
import type { FakeClock } from '../fake-clock.ts';
import { createStore } from '../store.ts';

/** A browser without a screen. */
export interface FakeTab {
  user_id: number;
  store: Store;
  call: CallApi;
  /** Whether it reaches the server. What happens meanwhile comes afterwards. */
  isOnline: boolean;
  /** The request whose next answer does not reach it, and what its answers wait for. */
  lost?: string;
  held?: Promise<void>;
  session: CallSession | undefined;
}

type Params = Record<string, unknown>;

/** A server that knows one call, as `POST /calls` and what follows have it. */
export class FakeCalls {
  readonly id = 7;
  members: CallMember[] = [];
  hasEnded = false;
  /** Each request: who, what. */
  readonly requests: string[] = [];
  readonly #clock: FakeClock;
  readonly #tabs: FakeTab[] = [];
  readonly #signs = new Map<string, number>();
  readonly #late = new Map<FakeTab, ServerEvent[]>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
    this.#look();
  }

  /** A tab of a user. */
  open(user_id: number): FakeTab {
    const store = createStore({ user_id, calls: [this.#present()] }, this.#clock);
    const tab: FakeTab = { user_id, store, call: undefined as never, isOnline: true, session: undefined };
    tab.call = (async (method: string, path: string, params: Params = {}) => {
      await Promise.resolve();
      if (!tab.isOnline) throw new NetworkError('offline');
      this.requests.push(`${user_id} ${method} ${path}`);
      const request = `${method} ${path.replace(`/calls/${this.id}`, '')}`;
      const answer = this.#answer(tab, request, params);
      await tab.held;
      if (tab.lost !== request) return answer;
      delete tab.lost;
      throw new NetworkError('offline');
    }) as CallApi;
    this.#tabs.push(tab);
    this.#late.set(tab, []);
    return tab;
  }

  /** The tab gets what happened meanwhile. */
  reconnect(tab: FakeTab): void {
    tab.isOnline = true;
    tab.store.apply(this.#late.get(tab)?.splice(0) ?? []);
  }

  close(tab: FakeTab): void {
    this.#tabs.splice(this.#tabs.indexOf(tab), 1);
  }

  takeOut(user_id: number): void {
    this.members = this.members.filter((one) => one.user_id !== user_id);
    this.#tell({ type: 'call', op: 'update', call: this.#present() });
  }

  end(): void {
    this.hasEnded = true;
    this.members = [];
    this.#tell({ type: 'call', op: 'remove', call_id: this.id });
  }

  #answer(tab: FakeTab, request: string, params: Params): object {
    if (this.hasEnded) throw new CallError(400, { msg: 'ended', code: 'CALL_ENDED' });
    const member = this.members.find((one) => one.user_id === tab.user_id && one.session === params.session);
    if (request === 'POST /members') return this.#join(tab.user_id, params);
    if (!member) throw new CallError(400, { msg: 'not in the call', code: 'NOT_IN_CALL' });
    if (request === 'DELETE /members/me') this.takeOut(tab.user_id);
    if (request === 'PATCH /members/me') this.#change(member, params);
    if (request === 'POST /signals') this.#signal(tab.user_id, params);
    return {};
  }

  #join(user_id: number, { session, take_over, ...media }: Params): object {
    const before = this.members.find((one) => one.user_id === user_id);
    if (before && before.session !== session && take_over !== true)
      throw new CallError(400, { msg: 'elsewhere', code: 'ALREADY_IN_CALL' });
    const member = { ...media, user_id, session: String(session), joined_at: this.#clock.now() / 1000 } as CallMember;
    this.members = [...this.members.filter((one) => one !== before), member];
    this.#signs.set(member.session, this.#clock.now());
    this.#tell({ type: 'call', op: 'update', call: this.#present() });
    return { call: this.#present(), ice_servers: [] };
  }

  #change(member: CallMember, { session, ...media }: Params): void {
    this.#signs.set(String(session), this.#clock.now());
    if (Object.entries(media).every(([name, value]) => member[name as 'audio'] === value)) return;
    Object.assign(member, media);
    this.#tell({ type: 'call', op: 'update', call: this.#present() });
  }

  #signal(from: number, { session, to, to_session, data }: Params): void {
    if (!this.members.some((one) => one.user_id === to && one.session === to_session))
      throw new CallError(400, { msg: 'gone', code: 'RECEIVER_NOT_IN_CALL' });
    const event = { type: 'call_signal', call_id: this.id, from, from_session: session, to_session, data };
    this.#tell(event, (tab) => tab.user_id === to);
  }

  #tell(event: object, isFor: (tab: FakeTab) => boolean = () => true): void {
    for (const tab of this.#tabs.filter(isFor)) {
      const copy = structuredClone(event) as ServerEvent;
      if (tab.isOnline)
        this.#clock.after(5, () => (tab.isOnline ? tab.store.apply([copy]) : this.#late.get(tab)?.push(copy)));
      else this.#late.get(tab)?.push(copy);
    }
  }

  /** Takes out who gave no sign for twelve seconds. */
  #look(): void {
    this.#clock.after(1000, () => {
      const isSilent = ({ session }: CallMember) => this.#clock.now() - (this.#signs.get(session) ?? 0) > 12_000;
      for (const one of this.members.filter(isSilent)) this.takeOut(one.user_id);
      this.#look();
    });
  }

  #present(): Call {
    const place = { type: 'stream', stream_id: 1, topic: 'levels' } as const;
    const members = structuredClone(this.members);
    return { id: this.id, message_id: 5, ...place, started_by: 1, started_at: 1, members, rings: [] };
  }
}
