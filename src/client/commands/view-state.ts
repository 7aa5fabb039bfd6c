import { effect, signal } from '@preact/signals';
import type { Message, NarrowTerm, ScheduledMessage, Subscription } from '../api/types.ts';
import type { Shared } from '../device/shared.ts';
import type { Conversation } from '../store/conversation.ts';
import type { Route } from '../store/routes.ts';
import type { Emoji } from '../text/emoji.ts';

// State of the screen that belongs to no single view.

/** The recipient of the composer, in views that are not a conversation. */
export const composing = signal<Conversation | undefined>(undefined);

/** Text that the composer is to insert. */
export const insertion = signal('');

/** The message that shortcut keys act on. */
export const selected = signal<number | undefined>(undefined);

/** The message whose text is being edited. */
export const editing = signal<number | undefined>(undefined);

export type OpenDialog =
  | { kind: 'switcher' }
  | { kind: 'keys' }
  | { kind: 'formatting' }
  /** A popover beside its anchor. */
  | { kind: 'emoji'; anchor: Element | null | undefined; onChoose: (emoji: Emoji) => void }
  /** All that can be done with a message, on a phone. */
  | { kind: 'message'; message: Message }
  | { kind: 'history'; message: Message }
  | { kind: 'readers'; message: Message }
  /** Moves the whole topic unless `isOne`. */
  | { kind: 'move'; message: Message; isOne: boolean }
  | { kind: 'delete'; message: Message }
  | { kind: 'read-all' }
  | { kind: 'report'; message: Message }
  | { kind: 'forward'; message: Message }
  | { kind: 'share'; shared: Shared }
  | { kind: 'section'; channel: Subscription }
  | { kind: 'rename-section'; name: string }
  | { kind: 'save-search'; narrow: readonly NarrowTerm[] }
  | { kind: 'direct' }
  /** The picture of a link in a message, if that has this id. */
  | { kind: 'picture'; link: HTMLAnchorElement; id: number | undefined }
  | { kind: 'schedule'; conversation: Conversation; content: string; onDone: () => void }
  | { kind: 'scheduled'; message: ScheduledMessage }
  | { kind: 'reminder'; message: Message }
  | { kind: 'snippets'; content: string }
  | { kind: 'time' }
  | { kind: 'poll'; conversation: Conversation }
  | { kind: 'todo'; conversation: Conversation }
  /** A popover beside its anchor. */
  | { kind: 'user'; user_id: number; anchor: Element | null }
  | { kind: 'status' }
  | { kind: 'quiet' }
  /** Numbers of drafts and messages that only this browser has. */
  | { kind: 'log-out'; drafts: number; unsent: number }
  | { kind: 'date'; narrow: readonly NarrowTerm[]; timestamp: number };

export const dialog = signal<OpenDialog | undefined>(undefined);

export function openDialog(opened: OpenDialog): void {
  dialog.value = opened;
}

/** The page, and what is open beside it. */
export type PaneName = 'main' | 'beside';

/** What is read beside the page, in wide windows. */
export const beside = signal<{ narrow: readonly NarrowTerm[]; near?: number } | undefined>(undefined);

/** The pane with the focus, which keys and commands act on. */
export const activePane = signal<PaneName>('main');

/** The pane in which a message is edited that both may show: where the user was when that began. */
export const editedIn = signal<PaneName>('main');
effect(() => {
  if (editing.value !== undefined) editedIn.value = activePane.peek();
});

const wide = matchMedia('(min-width: 75rem)');

/** Whether there is room for a pane beside the page. */
export const isWide = signal(wide.matches);
wide.addEventListener('change', () => {
  isWide.value = wide.matches;
});

/** The messages that keys and commands act on. */
export function narrowInView(route: Route): readonly NarrowTerm[] | undefined {
  if (activePane.peek() === 'beside' && beside.peek()) return beside.peek()?.narrow;
  return route.page === 'messages' ? route.narrow : undefined;
}

/** The number of open dialogs, including those of pages. */
export const openDialogs = signal(0);

/** Whether the side bar covers the page, on narrow screens. */
export const isSideOpen = signal(false);

/** Whether a field filters the side bar. */
export const isFiltering = signal(false);

/** The channel that is being opened: its topics decide what is shown of it. */
export const opening = signal<number | undefined>(undefined);

/** The channel in whose composer a new topic is to be named. */
export const namingIn = signal<number | undefined>(undefined);

/** The topic that the composer of a channel's feed names. */
export const namedTopic = signal<{ stream_id: number; topic: string } | undefined>(undefined);

/** Whether the list of users is shown beside the page. */
export const isPeopleOpen = signal(localStorage.getItem('people') === 'open');

export function togglePeople(): void {
  isPeopleOpen.value = !isPeopleOpen.value;
  localStorage.setItem('people', isPeopleOpen.value ? 'open' : 'closed');
}

/** Inserts text into the composer, at the caret. */
export function insert(text: string): void {
  insertion.value += text;
}
