// What is on screen. The views put themselves here while they are shown, so that commands need not search the document.
import type { Message } from '../api/types.ts';
import { activePane, type PaneName } from './view-state.ts';

/** A list whose lines are stepped through. */
interface Rows {
  /** Moves the focus to the next line or the previous one. */
  step(by: 1 | -1): void;
  /** Scrolls to an end, or by a number of screens. */
  scroll(to: 'start' | 'end' | number): void;
}

/** The messages of a conversation, a feed or a search. */
export interface Messages extends Rows {
  /** The message that has the focus, else the chosen one, else the first on screen. */
  current(): Message | undefined;
  /** Those that are rendered, from top to bottom. */
  listRendered(): Message[];
  /** Ids of those that can be read now, from top to bottom. */
  listSeen(): number[];
  /** Where something about a message is shown. */
  rowOf(message: Message): HTMLElement | undefined;
  /** Gives the focus to the chosen message, if there is one. */
  focusSelected(): void;
  isAtEnd(): boolean;
}

interface Composer {
  focus(): void;
  hasFocus(): boolean;
  /** Takes files that were dropped elsewhere. */
  drop(event: DragEvent): void;
}

interface Focusable {
  focus(): void;
}

/** Something that at most one view at a time shows in each pane. */
class Place<View> {
  readonly #shown = new Map<PaneName, View>();

  /** The view in the pane that keys and commands act on; if it has none, that of the page. */
  get shown(): View | undefined {
    return this.#shown.get(activePane.peek()) ?? this.#shown.get('main');
  }

  /** Whether the view of a pane is the one that is acted on. */
  isShownIn(pane: PaneName): boolean {
    return this.shown !== undefined && this.shown === this.#shown.get(pane);
  }

  /** Returns a function that empties the place again. */
  readonly fill = (view: View, pane: PaneName = 'main'): (() => void) => {
    this.#shown.set(pane, view);
    return () => {
      if (this.#shown.get(pane) === view) this.#shown.delete(pane);
    };
  };
}

export const screen = {
  messages: new Place<Messages>(),
  /** The lines of a page without messages. */
  rows: new Place<Rows>(),
  composer: new Place<Composer>(),
  search: new Place<Focusable>(),
  sideBar: new Place<Focusable>(),
  inbox: new Place<{ markRead(): void }>(),
  account: new Place<{ open(): void }>(),
};

/** Leaves a text field, for the chosen message if there is one. */
export function leaveField(field: HTMLElement | null): void {
  field?.blur();
  screen.messages.shown?.focusSelected();
}

/** Moves the focus to the composer once it is rendered, before the next key. */
export function focusComposer(): void {
  queueMicrotask(() => screen.composer.shown?.focus());
}
