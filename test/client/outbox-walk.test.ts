import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { State } from '../../src/client/api/types.ts';
import { Tabs } from '../../src/client/device/tabs.ts';
import { Connection } from '../../src/client/live/connection.ts';
import { Outbox } from '../../src/client/live/outbox.ts';
import { OutboxFinder } from '../../src/client/live/outbox-finder.ts';
import { OutboxStorage } from '../../src/client/live/outbox-storage.ts';
import type { Clock } from '../../src/client/store/clock.ts';
import { keyOf } from '../../src/client/store/conversation.ts';
import { Store } from '../../src/client/store/store.ts';
import { Seeded } from '../support/seeded.ts';
import { BrowserModel, connect, type Fate, refused, ServerModel } from './chat-model.ts';
import { FakeClock, settled } from './fake-clock.ts';
import { onlyPolls } from './fake-streams.ts';

const steps = Number(process.env.CHATD_TEST_STEPS ?? 2000);
const seed = Number(process.env.CHATD_TEST_SEED ?? Math.floor(Math.random() * 1e6));

const users = [8, 9];
const topics = ['boats', 'ducks', 'rafts', 'ships', '✔ boats', 'Boats', 'new'];

/** A page of the client, without views. */
interface OpenPage {
  isAlive: boolean;
  user_id: number;
  outbox: Outbox;
  connection: Connection;
  show(isShown: boolean): void;
}

/** Two people at one browser, and a network and a server that fail in all ways. */
class Walk {
  readonly chance = new Seeded(seed);
  readonly clock = new FakeClock(() => this.chance.below(1000) / 1000);
  readonly server = new ServerModel(this.clock);
  readonly browser = new BrowserModel();
  readonly log: string[] = [];
  /** The texts that were written and not discarded. */
  readonly written: { user_id: number; content: string }[] = [];
  user_id = 9;
  session = { user_id: 9, isLoggedIn: true };
  pages: OpenPage[] = [];
  network: 'good' | 'cut' | 'silent' | 'bad' = 'good';
  #count = 0;

  fate(): Fate {
    if (this.network === 'cut') return 'lose request';
    if (this.network === 'silent') return 'swallow';
    if (this.network === 'good') return 'pass';
    return this.chance.pick(['pass', 'pass', 'delay', 'lose request', 'lose answer', 'swallow']);
  }

  /** Opens a page, if the server answers. */
  async open(): Promise<void> {
    const page = { isAlive: true, user_id: this.user_id } as OpenPage;
    const session = this.session;
    const call = connect(this.server, session, this.clock, () => (page.isAlive ? this.fate() : 'swallow'));
    const state = await Promise.race([
      call<State>('POST', '/register').catch(() => undefined),
      settled()
        .then(settled)
        .then(() => undefined),
    ]);
    if (!state) return;
    this.#start(page, state, call);
    this.pages.push(page);
  }

  #start(page: OpenPage, state: State, call: ReturnType<typeof connect>): void {
    const clock = this.#clockOf(page);
    const store = new Store(state, clock);
    const screen = { visibilityState: 'visible', addEventListener: (_: string, act: () => void) => shown.push(act) };
    const shown: (() => void)[] = [];
    const locks = { request: (name: string, act: () => Promise<void>) => this.browser.request(page, name, act) };
    const tabs = new Tabs({ page: screen, locks, clock });
    const outbox = new Outbox(store, call, {
      isOnline: () => connection.isOnline.peek(),
      doubt: () => connection.renew(),
      describe: keyOf,
      alone: (act) => tabs.alone(`outbox ${page.user_id}`, act),
      storage: new OutboxStorage(this.browser.storageOf(page), page.user_id),
      clock,
    });
    const listener = {
      get model() {
        return store.model;
      },
      apply: (events: Parameters<Store['apply']>[0]) => page.isAlive && store.apply(events),
      restart: (next: State) => {
        store.restart(next);
        outbox.restart();
      },
      reconnected: () => void outbox.flush(),
      loggedOut: () => this.leave(),
      replaced: () => this.end(page),
    };
    const connection = new Connection(onlyPolls(call), listener as never, tabs, clock);
    connection.isOnline.subscribe((isOnline) => !isOnline && outbox.renew());
    this.browser.hear(page, (key) => outbox.adopt(key));
    const show = (isShown: boolean) => {
      screen.visibilityState = isShown ? 'visible' : 'hidden';
      for (const act of shown) act();
      if (!isShown && !tabs.isLeader.value) connection.renew();
    };
    Object.assign(page, { outbox, connection, show });
    void connection.run();
    outbox.useFinder((fetch) => new OutboxFinder(page.user_id, fetch));
    void outbox.flush();
  }

  /** The timers of a page end with it. */
  #clockOf(page: OpenPage): Clock {
    return {
      now: () => this.clock.now(),
      random: () => this.clock.random(),
      after: (time, act) => this.clock.after(time, () => page.isAlive && act()),
    };
  }

  end(page: OpenPage): void {
    page.isAlive = false;
    page.connection.stop();
    this.pages = this.pages.filter((one) => one !== page);
    this.browser.end(page);
  }

  /** The session ends; somebody logs in. */
  leave(): void {
    this.session.isLoggedIn = false;
    for (const page of this.pages) this.end(page);
    this.user_id = this.chance.pick(users);
    this.session = { user_id: this.user_id, isLoggedIn: true };
  }

  readonly acts: readonly (readonly [name: string, weight: number, act: () => unknown])[] = [
    ['send', 30, () => this.send()],
    [
      'network',
      8,
      () => {
        this.network = this.chance.pick(['good', 'good', 'cut', 'silent', 'bad', 'bad'] as const);
      },
    ],
    [
      'reload',
      6,
      async () => {
        const [page] = this.pages;
        if (page) this.end(page);
        await this.open();
      },
    ],
    ['second tab', 4, () => (this.pages.length < 3 ? this.open() : undefined)],
    [
      'crash of a page',
      4,
      () => {
        if (this.pages.length > 0) this.end(this.chance.pick(this.pages));
      },
    ],
    [
      'restart',
      3,
      async () => {
        this.server.stop();
        await this.clock.advance(this.chance.below(4000));
        this.server.start();
      },
    ],
    [
      'kill -9',
      3,
      async () => {
        this.server.crash();
        await this.clock.advance(this.chance.below(4000));
        this.server.start();
      },
    ],
    ['move', 4, () => this.move(this.chance.pick(topics))],
    [
      'resolve',
      3,
      () => {
        const topic = this.chance.pick(topics);
        if (this.server.isUp && !topic.startsWith('✔')) this.server.move(topic, `✔ ${topic}`);
      },
    ],
    [
      'delete of a topic',
      1,
      () => {
        const topic = this.chance.pick(topics);
        if (this.server.isUp && topic !== 'boats') this.server.deleteTopic(topic);
      },
    ],
    [
      'somebody writes',
      4,
      () => {
        if (!this.server.isUp) return;
        const topic = this.chance.pick(topics);
        this.server.write({ sender_id: 2, stream_id: 1, topic, content: `From outside ${this.#count}` });
      },
    ],
    ['log out', 1, () => this.leave()],
    [
      'try again',
      8,
      () => {
        const [page] = this.pages;
        const stuck = page?.outbox.unsent.value ?? [];
        const [entry] = stuck.length > 0 ? [this.chance.pick(stuck)] : [];
        if (page && entry) void page.outbox.retry(entry);
      },
    ],
    [
      'hide or show',
      4,
      () => {
        if (this.pages.length > 0) this.chance.pick(this.pages).show(this.chance.chance(60));
      },
    ],
    [
      'sleep',
      1,
      async () => {
        const { network } = this;
        // Nothing is on its way while the computer sleeps.
        this.network = 'cut';
        await this.clock.advance(8000);
        this.clock.sleep(this.chance.below(7_000_000));
        this.network = network;
        for (const page of this.pages) {
          page.connection.renew();
          page.outbox.renew();
        }
      },
    ],
    ['a while', 1, () => this.clock.advance(this.chance.below(900_000))],
  ];

  send(): void {
    if (this.pages.length === 0) return;
    const page = this.chance.pick(this.pages);
    this.#count += 1;
    // Some texts are equal.
    const isRefused = this.chance.chance(8);
    const content = this.chance.chance(15) ? 'ok' : `${isRefused ? refused : 'text'} ${this.#count}`;
    this.written.push({ user_id: page.user_id, content });
    const topic = this.chance.chance(70) ? this.chance.pick(topics) : 'boats';
    void page.outbox.send({ type: 'topic', stream_id: 1, topic }, content);
  }

  move(topic: string): void {
    if (this.server.isUp) this.server.move(topic, this.chance.pick(topics));
  }

  async step(): Promise<void> {
    const sum = this.acts.reduce((all, [, weight]) => all + weight, 0);
    let left = this.chance.below(sum);
    const found = this.acts.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    if (!found) return;
    this.log.push(found[0]);
    await found[2]();
    await this.clock.advance(this.chance.below(1500));
    if (this.pages.length === 0 && this.chance.chance(50)) await this.open();
  }

  /** Each message was sent once, or stands unsent; one that was deleted with its topic may do both. */
  check(user_id: number, standing: readonly string[]): void {
    const written = this.written.filter((one) => one.user_id === user_id).map(({ content }) => content);
    const { history } = this.server;
    for (const content of new Set([...written, ...standing])) {
      const isSame = (one: string) => one === content;
      const sent = history.filter((one) => one.sender_id === user_id && one.content === content);
      const deleted = sent.filter((one) => !this.server.has(one));
      const [wrote, stands] = [written.filter(isSame).length, standing.filter(isSame).length];
      const sum = sent.length + stands;
      assert.ok(sum >= wrote, `"${content}" was lost: ${sum} of ${wrote} (seed ${seed})`);
      assert.ok(sum - deleted.length <= wrote, `"${content}" was doubled: ${sum} of ${wrote} (seed ${seed})`);
    }
  }

  /** Everything works again, and both people look into their outboxes. */
  async settle(): Promise<Map<number, string[]>> {
    this.network = 'good';
    const standing = new Map<number, string[]>();
    for (const user_id of users) {
      this.leave();
      this.user_id = user_id;
      this.session = { user_id, isLoggedIn: true };
      await this.open();
      await this.clock.advance(120_000);
      const [page] = this.pages;
      assert.ok(page);
      assert.equal(page.connection.isOnline.value, true);
      const { value: entries } = page.outbox.entries;
      assert.deepEqual(entries, page.outbox.unsent.value, 'all that is left stands visibly unsent');
      standing.set(
        user_id,
        entries.map(({ content }) => content),
      );
    }
    return standing;
  }
}

describe('the outbox', () => {
  it(`sends each message once, or shows it as unsent, over ${steps} random steps (seed ${seed})`, async (t) => {
    t.diagnostic(`CHATD_TEST_SEED=${seed}`);
    const walk = new Walk();
    await walk.open();

    for (let step = 0; step < steps; step += 1) await walk.step();
    const standing = await walk.settle();

    for (const user_id of users) walk.check(user_id, standing.get(user_id) ?? []);
    assert.ok(walk.written.length > steps / 10);
    const left = [...standing.values()].flat().length;
    t.diagnostic(`${walk.written.length} messages, of which ${left} stand unsent`);
  });
});
