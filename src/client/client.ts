import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import { actFor, call, messageOf } from './api/call.ts';
import { createSource } from './api/source.ts';
import { listenToStream } from './api/stream.ts';
import type { State } from './api/types.ts';
import { FrequentEmoji } from './device/frequent-emoji.ts';
import { checkVersion } from './device/installation.ts';
import { isReplaced, type Kept, leave } from './device/kept.ts';
import { rememberStreams } from './device/streams.ts';
import { Tabs, watchSleep } from './device/tabs.ts';
import { formatList } from './language/locale.ts';
import { shownName } from './language/system-bots.ts';
import { isolate, t } from './language/texts.ts';
import { Connection } from './live/connection.ts';
import { orKept } from './live/kept-messages.ts';
import { MessageLists } from './live/message-lists.ts';
import { Outbox } from './live/outbox.ts';
import { OutboxStorage } from './live/outbox-storage.ts';
import { Presence } from './live/presence.ts';
import { Reader } from './live/reader.ts';
import type { RecentConversations } from './live/recent.ts';
import { Router } from './live/router.ts';
import type { SharedDrafts } from './live/shared-drafts.ts';
import { Topics } from './live/topics.ts';
import type { Typing } from './live/typing.ts';
import { upToDate } from './live/up-to-date.ts';
import { createBadge } from './store/badge.ts';
import { systemClock } from './store/clock.ts';
import type { Conversation } from './store/conversation.ts';
import { Drafts } from './store/drafts.ts';
import { type FormatOptions, formatConversation, formatNarrow } from './store/routes.ts';
import { nobody, Store } from './store/store.ts';
import { createUnread, type UnreadCounts } from './store/unread.ts';
import { UnsavedEdits } from './store/unsaved-edits.ts';
import { EmojiTable } from './text/emoji.ts';
import type { SearchNames } from './text/search-text.ts';

/** The state and services that all views use. */
export class Client {
  readonly call = call;
  readonly store: Store;
  readonly lists: MessageLists;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  /** Undefined until it is loaded. */
  readonly sharedDrafts: Signal<SharedDrafts | undefined> = signal(undefined);
  readonly unsavedEdits: UnsavedEdits;
  /** Undefined until it is loaded. */
  readonly typing: Signal<Typing | undefined> = signal(undefined);
  readonly presence: Presence;
  /** Once a view needs them: they are loaded later. */
  recent: RecentConversations | undefined;
  readonly topics: Topics;
  readonly unread: ReadonlySignal<UnreadCounts>;
  readonly badge: ReadonlySignal<number>;
  /** Whether the user wants no notifications now; false until the rule is loaded. */
  readonly isQuiet: Signal<boolean> = signal(false);
  readonly reader: Reader;
  readonly router: Router;
  readonly tabs = new Tabs({ page: document, locks: navigator.locks, clock: systemClock });
  readonly connection: Connection;
  readonly emoji = new EmojiTable();
  readonly frequentEmoji: FrequentEmoji;
  readonly pageTitle: Signal<string> = signal('');
  /** A message shown for a moment at the lower edge, and the place of which it speaks. */
  readonly notice: Signal<{ text: string; href?: string | undefined; label?: string | undefined }> = signal({
    text: '',
  });
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: State) {
    this.store = new Store(state);
    if (!this.isSpectator) actFor(state.user_id);
    this.lists = new MessageLists(this.store, orKept(upToDate(createSource(call), this.store), this.store));
    this.outbox = new Outbox(this.store, call, {
      isOnline: () => this.connection.isOnline.peek() && !isReplaced(state.user_id),
      doubt: () => this.connection.renew(),
      describe: (conversation) => this.describe(conversation),
      alone: (act) => this.tabs.alone(`chatd-outbox-${state.user_id}`, act),
      storage: new OutboxStorage(localStorage, state.user_id),
      clock: systemClock,
    });
    this.drafts = new Drafts(localStorage, state.user_id, () => this.store.now());
    this.frequentEmoji = new FrequentEmoji(localStorage, state.user_id);
    this.store.follow((event) => this.drafts.follow(event));
    this.unsavedEdits = new UnsavedEdits(sessionStorage, state.user_id);
    this.presence = new Presence(this.store);
    this.topics = new Topics(this.store, call);
    this.unread = createUnread(this.store);
    this.badge = createBadge(this.store, this.unread, this.isQuiet);
    this.reader = new Reader(this.store, call);
    this.router = new Router({ ...this.names, home: () => this.home() });
    const streams = rememberStreams(localStorage, systemClock);
    this.connection = new Connection({ call, listen: listenToStream, streams }, this.#listener(), this.tabs);
  }

  /**
   * A client with the state stored on this device, for when the server cannot be reached. It starts again once the
   * server answers.
   */
  static ofKept({ state, unread, messages }: Kept): Client {
    const client = new Client({ ...state, queue_id: 'kept' });
    const { model } = client.store;
    model.unread = new Map(unread);
    client.store.addMessages(messages);
    return client;
  }

  readonly names: SearchNames = {
    findChannel: (name) => [...this.store.channels.value.values()].find((one) => isSame(one.name, name))?.stream_id,
    channelName: (stream_id) => this.store.channels.value.get(stream_id)?.name,
    findUser: (name) => this.#findUser(name),
    userName: (user_id) => this.store.users.value.get(user_id)?.full_name,
  };

  userName(user_id: number): string {
    return shownName(this.names.userName(user_id) ?? t('people.unknownUser'));
  }

  channelName(stream_id: number): string {
    return this.names.channelName(stream_id) ?? t('channels.unknownName');
  }

  /** The color of a channel; the same gray for all that the user does not follow. */
  channelColor(stream_id: number): string {
    return this.store.subscriptions.value.get(stream_id)?.color ?? '#8a8f8d';
  }

  /** The displayed name of a topic; the empty one has a name for people. */
  topicName(topic: string): string {
    return topic === '' ? t('topics.generalChat') : topic;
  }

  /** A conversation in words: `#general > rollout`, or names. */
  describe(conversation: Conversation): string {
    if (conversation.type === 'topic')
      return `${isolate(`#${this.channelName(conversation.stream_id)}`)} > ${isolate(this.topicName(conversation.topic))}`;
    return this.describePeople(conversation.user_ids);
  }

  describePeople(user_ids: readonly number[]): string {
    if (user_ids.length === 1 && user_ids[0] === this.store.user_id) return t('common.notesToYourself');
    return this.listNames(user_ids);
  }

  listNames(user_ids: readonly number[]): string {
    return formatList(user_ids.map((id) => isolate(this.userName(id))));
  }

  linkTo(conversation: Conversation, near?: number): string {
    return formatConversation(conversation, this.#formatOptions(near));
  }

  linkToChannel(stream_id: number): string {
    return formatNarrow([{ operator: 'channel', operand: stream_id }], this.#formatOptions(undefined));
  }

  #formatOptions(near: number | undefined): FormatOptions {
    return { near, channelName: (id) => this.names.channelName(id) ?? '' };
  }

  /** Whether the user reads without an account. */
  get isSpectator(): boolean {
    return this.store.user_id === nobody;
  }

  /** The first view after the start. */
  home(): string {
    const [open] = this.store.model.state.streams;
    if (this.isSpectator && open)
      return formatNarrow([{ operator: 'channel', operand: open.stream_id }], { channelName: () => open.name });
    const homes: Record<string, string> = { recent: '#recent', all_messages: '#feed' };
    return homes[this.store.model.state.user_settings.web_home_view] ?? '#inbox';
  }

  /** Shows a message for some seconds, with the way to the place of which it speaks. */
  say(text: string, href?: string, label?: string): void {
    clearTimeout(this.#noticeTimer);
    this.notice.value = { text, href, label };
    if (text !== '') this.#noticeTimer = setTimeout(() => this.say(''), 6000);
  }

  /** Runs an action on the server for the user, and shows the reason if it fails. Returns whether it succeeded. */
  async attempt(action: Promise<unknown>): Promise<boolean> {
    try {
      await action;
      return true;
    } catch (error) {
      this.say(messageOf(error));
      return false;
    }
  }

  start(): void {
    if (this.isSpectator) this.#lookAgain();
    else {
      void this.connection.run();
      this.#watchConnection();
      void this.outbox.flush();
    }
    addEventListener('storage', ({ key }) => {
      if (key === this.drafts.name) this.drafts.adopt();
      if (key !== null) this.outbox.adopt(key);
      if (isReplaced(this.store.user_id)) this.connection.renew();
    });
    effect(() => {
      const { realm_name } = this.store.read('realm').state;
      const count = this.badge.value > 0 ? `(${this.badge.value}) ` : '';
      document.title = `${count}${this.pageTitle.value} - ${realm_name}`;
    });
    const dressed = () => dress(this.store.read('personal').state.user_settings);
    effect(dressed);
    moreContrast.addEventListener('change', dressed);
  }

  /** People without an account receive no events: they see new messages when they return to the page. */
  #lookAgain(): void {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.lists.refresh();
    });
  }

  #watchConnection(): void {
    // Pending requests may take minutes to fail.
    addEventListener('offline', () => this.connection.renew());
    for (const name of ['online', 'pageshow']) addEventListener(name, () => this.#retryIfLost());
    const look = watchSleep(
      systemClock,
      () => this.tabs.isShown(),
      () => this.#renew(),
    );
    document.addEventListener('visibilitychange', () => {
      look();
      this.#changeVisibility();
    });
    effect(() => {
      if (!this.connection.isOnline.value) untracked(() => this.outbox.renew());
    });
  }

  #changeVisibility(): void {
    if (this.tabs.isShown()) this.#retryIfLost();
    else {
      void this.sharedDrafts.value?.push();
      // Of the hidden tabs, only the leader keeps one of the few connections.
      if (!this.tabs.isLeader.value) this.connection.renew();
    }
  }

  /** Gives up all requests, whose connections may be dead. */
  #renew(): void {
    this.connection.renew();
    this.outbox.renew();
  }

  #retryIfLost(): void {
    if (!this.connection.isOnline.value) this.connection.renew();
  }

  #listener() {
    const { store } = this;
    return {
      get model() {
        return store.model;
      },
      apply: (events: Parameters<Store['apply']>[0]) => store.apply(events),
      restart: (state: State) => {
        store.restart(state);
        this.lists.restart();
        this.topics.restart();
        this.recent?.restart();
        this.sharedDrafts.value?.restart();
        this.outbox.restart();
        void checkVersion();
      },
      reconnected: () => {
        this.lists.refreshStale();
        this.topics.refreshOutdated();
        void this.outbox.flush();
        void this.sharedDrafts.value?.push();
        void this.reader.flush();
      },
      loggedOut: () => void leave(),
      replaced: () => void leave(''),
    };
  }

  #findUser(name: string): number | undefined {
    if (name === 'me') return this.store.user_id;
    if (/^\d+$/.test(name)) return Number(name);
    const users = [...this.store.users.value.values()];
    const found = users.find((one) => isSame(one.full_name, name) || isSame(one.email, name));
    return (found ?? users.find((one) => one.full_name.toLowerCase().startsWith(name.toLowerCase())))?.user_id;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const schemes: Readonly<Record<number, string>> = { 1: 'light dark', 2: 'dark', 3: 'light' };

// The font size that the style assumes for the setting's default value.
const usualSize = 16;

const usualHeight = 140;

/** Whether the device is set to higher contrast. */
const moreContrast = matchMedia('(prefers-contrast: more)');

/** Applies the user's settings for colors, sizes and widths. */
function dress(settings: State['user_settings']): void {
  const { color_scheme, web_font_size_px, web_line_height_percent = usualHeight } = settings;
  const { style, classList } = document.documentElement;
  style.colorScheme = schemes[color_scheme] ?? 'light dark';
  style.setProperty('--density', String(Number(web_line_height_percent) / usualHeight));
  classList.toggle('has-contrast', settings.high_contrast_mode === true || moreContrast.matches);
  classList.toggle('is-fluid', settings.fluid_layout_width === true);
  style.fontSize = web_font_size_px === usualSize ? '' : `${(Number(web_font_size_px) / usualSize) * 0.9375}rem`;
}
