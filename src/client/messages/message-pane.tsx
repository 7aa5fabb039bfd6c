import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { Component, createRef, type VNode } from 'preact';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { screen } from '../commands/screen.ts';
import { editedIn, editing, type PaneName, selected } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { PaneContext } from '../parts/context.ts';
import { whenIdle } from '../parts/idle.ts';
import { lazy } from '../parts/lazy.tsx';
import { systemClock } from '../store/clock.ts';
import { conversationIn } from '../store/conversation.ts';
import type { MessageList } from '../store/message-list.ts';
import { countUnread } from '../store/unread-below.ts';
import { formatDay } from '../text/time.ts';
import { Failed, KeptLine, Skeleton, ToEnd } from './list-states.tsx';
import { type Facts, linesOf, Slice, stuckBarOf } from './message-lines.tsx';
import {
  extendDown,
  extendUp,
  leastHeight,
  newestWindow,
  type Range,
  rangeOf,
  stepBefore,
  usualHeight,
  type Window,
  windowAround,
} from './message-window.ts';
import type { Nothing as NothingView } from './nothing.tsx';
import { OutgoingMessages } from './outgoing.tsx';
import { createFindPlace, type FindPlace } from './places.ts';
import { Reading } from './reading.ts';
import { type Block, RowCache } from './row-cache.ts';
import { createRowContext, type RowContext } from './row-context.ts';
import {
  findRow,
  type Hold,
  isFilled,
  keyIn,
  listSeen,
  restore,
  rowWithoutLine,
  ScrollAnchor,
} from './scroll-anchor.ts';
import { shownMessages } from './shown-messages.ts';
import { Slicer } from './slices.ts';

interface Props {
  client: Client;
  list: MessageList;
  /** The message in the URL. */
  near: number | undefined;
}

interface State {
  revision: number;
  isAtEnd: boolean;
  /** The message pointed at, and the one that had the focus last. */
  pointed: number | undefined;
  focused: number | undefined;
  /** The message at the upper edge, if the line above it with its day or conversation is out of sight. */
  top: number | undefined;
}

// More messages are drawn or fetched when fewer screens than this are left.
const margin = 1.5;
// More messages are fetched when fewer than this are left to be drawn: a page takes a while to arrive.
const spare = 80;
// Number of further messages drawn when the browser is idle.
const idleStep = 3;
/** The height of the bar at the upper edge, in pixels. */
const barHeight = 34;

export const nothing = new Late<typeof NothingView>();

const Nothing = lazy(nothing.get);

/** The scroll position of each list when it was left, to be restored. */
const holds = new WeakMap<MessageList, Hold>();

/**
 * The messages of a list, of which a window is rendered: a screen at first, at most 300. The messages on screen keep
 * their position when messages arrive, disappear or change their size.
 */
export class MessagePane extends Component<Props, State> {
  static override contextType = PaneContext;
  override state: State = { revision: 0, isAtEnd: true, pointed: undefined, focused: undefined, top: undefined };
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLElement>();
  readonly #slicer = new Slicer<Block<Facts, VNode>>();
  readonly #rows = new RowCache<Facts, VNode>((facts) => linesOf(facts, this.props));
  readonly #anchor = new ScrollAnchor();
  readonly #reading = new Reading({
    clock: systemClock,
    isPresent: () => document.hasFocus() && document.visibilityState !== 'hidden',
    read: () => this.#read(),
  });
  readonly #context: ReadonlySignal<RowContext> = createRowContext(this.props.client);
  readonly #findPlace: ReadonlySignal<FindPlace> = createFindPlace(this.props.client);
  readonly #below = computed(() => {
    const { client, list } = this.props;
    client.store.read('marks');
    return countUnread(list, client.store);
  });
  #perScreen = innerHeight / usualHeight;
  #drawn = newestWindow(this.#perScreen);
  #isPlaced = false;
  /** Whether the position to be taken is the end, whatever is unread or in the URL. */
  #isJumping = false;
  /** Whether the end of the list is rendered. */
  #isEndShown = false;
  #unwatch: (() => void)[] = [];
  #cancelExtension = (): void => {};

  override componentDidMount(): void {
    const { client, list } = this.props;
    client.reader.isPaused = false;
    let isFirst = true;
    const unwatch = effect(() => {
      for (const one of [list.ids, list.status, list.firstUnread, list.hasOldest, list.hasNewest]) one.value;
      list.isOpening.value;
      client.store.read('messages');
      client.outbox.entries.value;
      selected.value;
      editing.value;
      editedIn.value;
      this.#context.value;
      this.#findPlace.value;
      if (!isFirst) this.#redraw();
      isFirst = false;
    });
    const sizes = new ResizeObserver(() => this.#follow());
    for (const { current } of [this.#scroller, this.#content]) if (current) sizes.observe(current);
    const plan = () => this.#reading.plan();
    addEventListener('focus', plan);
    const leave = screen.messages.fill(
      shownMessages({
        client,
        scroller: () => this.#scroller.current,
        isAtEnd: () => this.state.isAtEnd,
        jumpToEnd: this.#jumpToEnd,
      }),
      this.context as PaneName,
    );
    this.#unwatch = [unwatch, () => sizes.disconnect(), () => removeEventListener('focus', plan), leave];
    this.componentDidUpdate();
  }

  override componentWillUnmount(): void {
    for (const unwatch of this.#unwatch) unwatch();
    this.#reading.stop();
    this.#cancelExtension();
    const left = this.#anchor.left();
    if (left) holds.set(this.props.list, left);
  }

  override componentWillReceiveProps(next: Props): void {
    if (next.near === this.props.near) return;
    this.#isPlaced = false;
    this.#isJumping = false;
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.#isPlaced) this.#remember();
    return null;
  }

  override componentDidUpdate(): void {
    const { list } = this.props;
    this.#isEndShown = this.#isEndDrawn();
    if (list.status.value === 'loading' || this.#isAwaited()) return;
    if (this.#isPlaced) {
      this.#correct();
      // A window that new messages move may not fill the screen yet, and further ones are rendered in steps.
      this.#extendLater();
    } else this.#place();
    this.#stick();
    this.#reading.plan();
  }

  /** Whether the message in the URL is still being fetched. */
  #isAwaited(): boolean {
    const { list, near } = this.props;
    return near !== undefined && list.isOpening.value && !list.ids.value.includes(near);
  }

  #redraw(): void {
    this.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  #remember(): void {
    const scroller = this.#scroller.current;
    if (scroller) this.#anchor.remember(scroller, this.#isEndShown);
  }

  #correct(): void {
    const scroller = this.#scroller.current;
    if (this.#isPlaced && scroller) this.#anchor.correct(scroller);
  }

  /** Corrects the position after sizes changed. */
  #follow(): void {
    const scroller = this.#scroller.current;
    if (!scroller) return;
    this.#anchor.follow(scroller);
    this.#correct();
  }

  /**
   * Scrolls to the reading position: the message in the URL, the first unread message, the last position, or the end.
   */
  #place(): void {
    const { list, near } = this.props;
    const scroller = this.#scroller.current;
    if (!scroller) return;
    const target = this.#target();
    const row = target === undefined ? null : findRow(scroller, String(target));
    const left = near === undefined ? holds.get(list) : undefined;
    this.#drawn = this.#window();
    this.#isPlaced = true;
    const hold: Hold = row ? { key: String(target), top: scroller.clientHeight / 3 } : (left ?? 'end');
    restore(scroller, hold);
    if (this.#drawMore(scroller, hold)) return;
    this.#isJumping = false;
    this.#remember();
    this.#noteEnd();
    this.#extendLater();
  }

  /** If messages are so small that the rendered ones do not fill the screen, renders as many as certainly fill it. */
  #drawMore(scroller: HTMLElement, hold: Hold): boolean {
    const { start, end } = this.#range();
    const isWhole = end - start === this.props.list.ids.value.length;
    const perScreen = innerHeight / leastHeight;
    if (isWhole || this.#perScreen === perScreen || isFilled(scroller, hold)) return false;
    this.#perScreen = perScreen;
    this.#drawn = newestWindow(perScreen);
    this.#isPlaced = false;
    this.#redraw();
    return true;
  }

  /** The rendered window: before the list has a scroll position, a screen around the target. */
  #window(): Window {
    const { list } = this.props;
    const target = this.#target() ?? keyIn(holds.get(list));
    const ids = list.ids.value;
    if (this.#isPlaced || target === undefined || !ids.includes(target)) return this.#drawn;
    return windowAround(ids, target, this.#perScreen);
  }

  /** The message in the URL, or the next one if it was deleted; else the first unread message. */
  #target(): number | undefined {
    const { list, near } = this.props;
    const ids = list.ids.value;
    if (this.#isJumping) return undefined;
    if (near === undefined) return list.firstUnread.value;
    return ids.find((id) => id >= near) ?? ids.at(-1);
  }

  #range(): Range {
    return rangeOf(this.props.list.ids.value, this.#window());
  }

  #draw(window: Window): void {
    this.#drawn = window;
    this.#redraw();
  }

  #isEndDrawn(): boolean {
    const { list } = this.props;
    return list.hasNewest.value && this.#range().end === list.ids.value.length;
  }

  readonly #scrolled = (): void => {
    const scroller = this.#scroller.current;
    if (!scroller || !this.#isPlaced) return;
    this.#remember();
    const end = this.#noteEnd();
    this.#freeze(end);
    this.#extend(stepBefore);
    this.#stick();
    this.#reading.plan();
  };

  /** Shows the way to the end unless it is on screen. The list is fetched again around what is. */
  #noteEnd(): boolean {
    this.props.list.anchor = this.#anchor.key();
    const isAtEnd = this.#anchor.isEnd();
    if (isAtEnd !== this.state.isAtEnd) this.setState({ isAtEnd });
    return isAtEnd;
  }

  /**
   * Shows the day and the conversation of the messages at the upper edge. CSS alone cannot: a sticky bar would end with
   * its slice.
   */
  #stick(): void {
    const scroller = this.#scroller.current;
    if (!scroller) return;
    const isOfDay = conversationIn(this.props.list.narrow) !== undefined;
    const row = this.#isPlaced ? rowWithoutLine(scroller, isOfDay, barHeight) : undefined;
    const top = row && Number(row.dataset.id);
    if (this.#markOf(top) !== this.#markOf(this.state.top)) this.setState({ top });
  }

  /** Equal for messages with the same bar. */
  #markOf(id: number | undefined): string {
    const message = this.props.client.store.model.messages.get(id ?? 0);
    return message ? `${formatDay(message.timestamp)} ${this.#findPlace.peek()(message).href}` : '';
  }

  #stuckBar(): VNode | null {
    const message = this.props.client.store.model.messages.get(this.state.top ?? 0);
    return message ? stuckBarOf(message, this.#findPlace.value(message), this.props) : null;
  }

  /** While the user reads further up, new messages do not move the window; at the end it follows them. */
  #freeze(isEnd: boolean): void {
    const ids = this.props.list.ids.value;
    const { from, count } = this.#drawn;
    const { start, end } = rangeOf(ids, this.#drawn);
    if (isEnd && end === ids.length && from !== undefined) this.#draw({ from: undefined, count });
    else if (!isEnd && from === undefined) this.#draw({ from: ids[start], count });
  }

  /** Renders or fetches more if an edge is near. The number of messages depends on the pixels that are left. */
  #extend(stepFor: (left: number, height: number) => number): void {
    const scroller = this.#scroller.current;
    if (!scroller || !this.#isPlaced) return;
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    const below = scrollHeight - scrollTop - clientHeight;
    if (scrollTop < clientHeight * margin) this.#extendUp(stepFor(scrollTop, clientHeight));
    if (below < clientHeight * margin) this.#extendDown(stepFor(below, clientHeight));
  }

  #extendUp(by: number): void {
    const { list } = this.props;
    const window = extendUp(list.ids.value, this.#drawn, by);
    if (window) this.#draw(window);
    const isShort = this.#range().start < spare;
    if (isShort && !list.hasOldest.value) void list.fetchOlder();
  }

  #extendDown(by: number): void {
    const { list } = this.props;
    const window = extendDown(list.ids.value, this.#drawn, by);
    if (window) this.#draw(window);
    const isShort = list.ids.value.length - this.#range().end < spare;
    if (isShort && !list.hasNewest.value) void list.fetchNewer();
  }

  /** Runs once the browser has painted the rendered messages and is idle. */
  #extendLater(): void {
    this.#cancelExtension();
    this.#cancelExtension = whenIdle(() => this.#extendNow());
  }

  #extendNow(): void {
    if (!this.#isPlaced) return;
    this.#remember();
    this.#freeze(this.#anchor.isEnd());
    this.#extend(() => idleStep);
  }

  /** Marks the messages on screen as read, unless the user does that themselves. */
  #read(): void {
    const scroller = this.#scroller.current;
    const { client } = this.props;
    if (client.reader.isPaused || !scroller || !this.#isPlaced) return;
    if (client.store.model.state.user_settings.web_mark_read_on_scroll_policy === 3) return;
    client.reader.read(listSeen(scroller));
  }

  readonly #jumpToEnd = (): void => {
    const { list } = this.props;
    const show = () => {
      // The position is taken anew, since nothing of the present one is to be kept.
      holds.set(list, 'end');
      this.#isPlaced = false;
      this.#isJumping = true;
      this.#draw(newestWindow(innerHeight / leastHeight));
    };
    if (list.hasNewest.value) show();
    else void list.open('newest').then(show);
  };

  override render() {
    const { list } = this.props;
    const status = list.status.value;
    return (
      <div class="messages-frame">
        <div ref={this.#scroller} class="messages" onScroll={this.#scrolled}>
          <section
            ref={this.#content}
            class="messages-content"
            aria-busy={status === 'loading'}
            aria-label={this.context === 'beside' ? t('messages.messagesBeside') : t('messages.messages')}
          >
            {this.#stuckBar()}
            {status === 'loading' && <Skeleton />}
            {status === 'failed' && <Failed list={list} />}
            {status === 'ready' && list.ids.value.length === 0 && (
              <Nothing narrow={list.narrow} near={this.props.near} />
            )}
            {list.isKept.value && <KeptLine />}
            <div class="rows" onPointerOver={this.#pointed} onPointerLeave={this.#pointed} onFocusIn={this.#focused}>
              {this.#slicer.divide(this.#listBlocks()).map(({ key, lines }) => (
                <Slice key={key} blocks={lines} />
              ))}
            </div>
            {list.hasNewest.value && <OutgoingMessages narrow={list.narrow} />}
          </section>
        </div>
        {status === 'ready' && !this.state.isAtEnd && <ToEnd below={this.#below.value} onClick={this.#jumpToEnd} />}
      </div>
    );
  }

  readonly #pointed = ({ type, target }: Event): void => {
    const pointed = type === 'pointerleave' ? undefined : idAround(target);
    if (pointed !== this.state.pointed) this.setState({ pointed });
  };

  // The last focused message stays active: after a dialog is closed, the focus returns there.
  readonly #focused = ({ target }: Event): void => {
    const focused = idAround(target);
    if (focused !== this.state.focused) this.setState({ focused });
  };

  #listBlocks(): Block<Facts, VNode>[] {
    const { client, list } = this.props;
    const { start, end } = this.#range();
    const ids = list.ids.value.slice(start, end);
    const messages = ids.flatMap((id) => client.store.model.messages.get(id) ?? []);
    return this.#rows.take(
      messages.map((message, index) => [message.id, this.#factsOf(message, messages[index - 1])] as const),
    );
  }

  #factsOf(message: Message, before: Message | undefined): Facts {
    const { id } = message;
    const { pointed, focused } = this.state;
    return {
      message,
      before,
      context: this.#context.value,
      findPlace: this.#findPlace.value,
      firstUnread: this.props.list.firstUnread.value,
      isSelected: selected.value === id,
      isTarget: id === this.props.near,
      isActive: pointed === id || focused === id,
      isEdited: editing.value === id && editedIn.value === this.context,
    };
  }
}

/** The id of the message around an element. */
function idAround(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
  return row ? Number(row.dataset.id) : undefined;
}
