import { effect } from '@preact/signals';
import { Component, createRef } from 'preact';
import type { Client } from '../client.ts';
import type { MessageList } from '../store/message-list.ts';
import { countUnread } from '../store/unread-below.ts';
import { Icon } from './icon.tsx';
import { arrange, type Item } from './items.ts';
import { DayLine, RecipientBar, UnreadLine } from './lines.tsx';
import { Failed, KeptLine, Nothing } from './list-states.tsx';
import { MessageRow } from './message-row.tsx';
import {
  extendDown,
  extendUp,
  newestWindow,
  type Range,
  rangeOf,
  type Window,
  windowAround,
} from './message-window.ts';
import { OutgoingMessages } from './outgoing.tsx';
import { findRow, type Hold, holdOf, listSeen, restore } from './scroll-anchor.ts';
import { selected } from './view-state.ts';

interface Props {
  client: Client;
  list: MessageList;
  /** The message that the address names. */
  near: number | undefined;
}

interface State {
  revision: number;
  isAtEnd: boolean;
}

// More is drawn, or fetched, when so many screens are left.
const margin = 1.5;
const readPause = 300;

/** Where each list was left, to come back there. */
const holds = new WeakMap<MessageList, Hold>();

/**
 * The messages of a list, of which a window is drawn: a screen at first, and at most 300. What is on screen stays where
 * it is when messages come, go or change their size.
 */
export class MessagePane extends Component<Props, State> {
  override state: State = { revision: 0, isAtEnd: true };
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLElement>();
  #drawn = newestWindow(innerHeight);
  #hold: Hold | undefined;
  #isPlaced = false;
  #unwatch: (() => void)[] = [];
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #extension = 0;

  override componentDidMount(): void {
    const { client, list } = this.props;
    client.reader.isPaused = false;
    let isFirst = true;
    const unwatch = effect(() => {
      for (const one of [list.ids, list.status, list.firstUnread, list.hasOldest, list.hasNewest]) one.value;
      client.store.read('messages');
      client.outbox.entries.value;
      selected.value;
      if (!isFirst) this.#redraw();
      isFirst = false;
    });
    const sizes = new ResizeObserver(() => this.#correct());
    for (const { current } of [this.#scroller, this.#content]) if (current) sizes.observe(current);
    const plan = () => this.#planReading();
    addEventListener('focus', plan);
    this.#unwatch = [unwatch, () => sizes.disconnect(), () => removeEventListener('focus', plan)];
    this.componentDidUpdate();
  }

  override componentWillUnmount(): void {
    for (const unwatch of this.#unwatch) unwatch();
    clearTimeout(this.#readTimer);
    cancelAnimationFrame(this.#extension);
    if (this.#hold) holds.set(this.props.list, this.#hold);
  }

  override componentWillReceiveProps(next: Props): void {
    if (next.near !== this.props.near) this.#isPlaced = false;
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.#isPlaced) this.#remember();
    return null;
  }

  override componentDidUpdate(): void {
    const { list } = this.props;
    if (list.status.value === 'loading') return;
    if (this.#isPlaced) this.#correct();
    else this.#place();
    this.#planReading();
  }

  #redraw(): void {
    this.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  #remember(): void {
    const scroller = this.#scroller.current;
    if (scroller) this.#hold = holdOf(scroller, this.#isEndDrawn()) ?? this.#hold;
  }

  #correct(): void {
    if (this.#isPlaced && this.#scroller.current) restore(this.#scroller.current, this.#hold);
  }

  /** Scrolls to where reading begins: what the address names, the first unread message, where one was, or the end. */
  #place(): void {
    const { list, near } = this.props;
    const scroller = this.#scroller.current;
    if (!scroller) return;
    const target = near ?? list.firstUnread.value;
    const row = target === undefined ? null : findRow(scroller, String(target));
    const left = near === undefined ? holds.get(list) : undefined;
    this.#drawn = this.#window();
    this.#isPlaced = true;
    if (row)
      scroller.scrollTop +=
        row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 3;
    else if (left !== undefined) restore(scroller, left);
    else scroller.scrollTop = scroller.scrollHeight;
    this.#remember();
    this.#extendLater();
  }

  /** What is drawn: before the list has its place, a screen around that. */
  #window(): Window {
    const { list, near } = this.props;
    const target = near ?? list.firstUnread.value ?? keyIn(holds.get(list));
    const ids = list.ids.value;
    if (this.#isPlaced || target === undefined || !ids.includes(target)) return this.#drawn;
    return windowAround(ids, target, innerHeight);
  }

  #range(): Range {
    return rangeOf(this.props.list.ids.value, this.#window());
  }

  #draw(window: Window): void {
    this.#drawn = window;
    this.#redraw();
    this.#extendLater();
  }

  #isEndDrawn(): boolean {
    const { list } = this.props;
    return list.hasNewest.value && this.#range().end === list.ids.value.length;
  }

  readonly #scrolled = (): void => {
    const scroller = this.#scroller.current;
    if (!scroller || !this.#isPlaced) return;
    this.#remember();
    const end = this.#hold === 'end';
    if (end !== this.state.isAtEnd) this.setState({ isAtEnd: end });
    if (typeof this.#hold === 'object') this.props.list.anchor = Number(this.#hold.key);
    this.#freeze(end);
    this.#extend();
    this.#planReading();
  };

  /** While one reads further up, new messages do not move the window; at the end it follows them. */
  #freeze(isEnd: boolean): void {
    const ids = this.props.list.ids.value;
    const { from, count } = this.#drawn;
    const { start, end } = rangeOf(ids, this.#drawn);
    if (isEnd && end === ids.length && from !== undefined) this.#draw({ from: undefined, count });
    else if (!isEnd && from === undefined) this.#draw({ from: ids[start], count });
  }

  /** Draws or fetches more where an edge is near. */
  #extend(): void {
    const scroller = this.#scroller.current;
    if (!scroller || !this.#isPlaced) return;
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    const room = clientHeight * margin;
    if (scrollTop < room) this.#extendUp();
    if (scrollHeight - scrollTop - clientHeight < room) this.#extendDown();
  }

  #extendUp(): void {
    const { list } = this.props;
    const window = extendUp(list.ids.value, this.#drawn);
    if (window) this.#draw(window);
    else if (!list.hasOldest.value) void list.fetchOlder().then((came) => came && this.#extendLater());
  }

  #extendDown(): void {
    const { list } = this.props;
    const window = extendDown(list.ids.value, this.#drawn);
    if (window) this.#draw(window);
    else if (!list.hasNewest.value) void list.fetchNewer().then((came) => came && this.#extendLater());
  }

  /** In the next frame: what is there already is to be seen before more is drawn. */
  #extendLater(): void {
    cancelAnimationFrame(this.#extension);
    this.#extension = requestAnimationFrame(() => {
      if (!this.#isPlaced) return;
      this.#remember();
      this.#freeze(this.#hold === 'end');
      this.#extend();
    });
  }

  #planReading(): void {
    clearTimeout(this.#readTimer);
    this.#readTimer = setTimeout(() => this.#read(), readPause);
  }

  /** Marks as read what has been on screen for a moment, while somebody looks. */
  #read(): void {
    const scroller = this.#scroller.current;
    const { client } = this.props;
    if (client.reader.isPaused) return;
    if (!scroller || !this.#isPlaced || !document.hasFocus() || document.visibilityState === 'hidden') return;
    if (client.store.model.state.user_settings.web_mark_read_on_scroll_policy === 3) return;
    client.reader.read(listSeen(scroller));
  }

  readonly #jumpToEnd = (): void => {
    const { list } = this.props;
    this.#hold = 'end';
    const show = () => this.#draw(newestWindow(innerHeight));
    if (list.hasNewest.value) show();
    else void list.open('newest').then(show);
  };

  override render() {
    const { list, near } = this.props;
    const status = list.status.value;
    return (
      <div class="messages-frame">
        <div ref={this.#scroller} class="messages" onScroll={this.#scrolled}>
          <section ref={this.#content} class="messages-content" aria-busy={status === 'loading'} aria-label="Messages">
            {status === 'failed' && <Failed list={list} />}
            {status === 'ready' && list.ids.value.length === 0 && <Nothing narrow={list.narrow} />}
            {list.isKept.value && <KeptLine />}
            {this.#items().map((item) => this.#renderItem(item, near))}
            {list.hasNewest.value && <OutgoingMessages narrow={list.narrow} />}
          </section>
        </div>
        {status === 'ready' && !this.state.isAtEnd && (
          <button type="button" class="jump" onClick={this.#jumpToEnd}>
            <Icon name="down" /> {this.#countBelow()}
          </button>
        )}
      </div>
    );
  }

  #items(): Item[] {
    const { client, list } = this.props;
    const { start, end } = this.#range();
    const { messages } = client.store.model;
    const drawn = list.ids.value.slice(start, end).flatMap((id) => messages.get(id) ?? []);
    const { user_id } = client.store;
    return arrange(drawn, { narrow: list.narrow, user_id, firstUnread: list.firstUnread.value });
  }

  #renderItem(item: Item, near: number | undefined) {
    switch (item.kind) {
      case 'day':
        return <DayLine key={item.key} timestamp={item.timestamp} narrow={this.props.list.narrow} />;
      case 'unread':
        return <UnreadLine key={item.key} />;
      case 'recipient':
        return <RecipientBar key={item.key} message={item.message} />;
      case 'message': {
        const { message, isFirst, key } = item;
        const isSelected = selected.value === message.id;
        const isUnread = !message.flags.includes('read');
        const isTarget = message.id === near;
        return <MessageRow key={key} {...{ message, isFirst, isSelected, isTarget, isUnread }} />;
      }
    }
  }

  #countBelow(): string {
    const { list, client } = this.props;
    const count = countUnread(list, client.store);
    return count === 0 ? 'To the newest' : `${count} new below`;
  }
}

/** The message that stood at the top. */
function keyIn(hold: Hold | undefined): number | undefined {
  return typeof hold === 'object' ? Number(hold.key) : undefined;
}
