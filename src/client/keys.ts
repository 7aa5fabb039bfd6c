import { markUnreadFrom, toggleReaction, toggleStar } from './actions.ts';
import type { Message } from './api/types.ts';
import type { Client } from './client.ts';
import { leavesRoomForPeople } from './routes.ts';
import { hasSingleKeys } from './single-keys.ts';
import { conversationIn, conversationOf, keyOf } from './store/conversation.ts';
import { canEdit, canMove } from './store/rights.ts';
import { isComposing, isTyping } from './view/keyboard.ts';
import { reactTo } from './view/reactions.tsx';
import { replyTo, startEdit, startQuote } from './view/replies.ts';
import { firstRowBelow, rowsOf } from './view/scroll-anchor.ts';
import { composing, dialog, editing, focusComposer, isSideOpen, selected, togglePeople } from './view/view-state.ts';

/** Handles the shortcut keys known from other clients, except while the user types text. */
export function listenToKeys(client: Client): void {
  document.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.defaultPrevented) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (isModified && event.key.toLowerCase() === 'k') return run(event, openSwitcher);
    if (isTyping(event.target) || dialog.value || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('[popover]')) return;
    if (document.querySelector('dialog[open]') || (event.key !== 'Escape' && isEditorAwaited())) return;
    const act = isModified ? withControl(event.key) : withoutControl(event);
    if (act) run(event, () => act(client));
  });
}

/** Whether an editor is being opened, but does not take keys yet. */
function isEditorAwaited(): boolean {
  const row = document.querySelector(`.message[data-id="${editing.value}"]`);
  return row !== null && !row.querySelector('.editor');
}

type Act = (client: Client) => void;

function run(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

function openSwitcher(): void {
  dialog.value = { kind: 'switcher' };
}

function withControl(key: string): Act | undefined {
  return key.toLowerCase() === 's' ? onSelected(toggleStar) : undefined;
}

/** The action of a key without Ctrl; none for characters if the user disabled single keys. */
function withoutControl(event: KeyboardEvent): Act | undefined {
  if (event.key.length === 1 && !hasSingleKeys.value) return undefined;
  return plainKeys[event.key] ?? onRow(event);
}

/** Enter replies, unless the focused element handles it. */
function onRow({ key, target }: KeyboardEvent): Act | undefined {
  const isOther = target instanceof Element && target.closest('a, button');
  return key === 'Enter' && !isOther ? onSelected(replyTo) : undefined;
}

const goTo = (hash: string) => (client: Client) => client.router.go(hash);

const plainKeys: Readonly<Record<string, Act>> = {
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  G: jumpToEnd,
  End: jumpToEnd,
  Home: () => scroller()?.scrollTo({ top: 0 }),
  PageDown: () => scroller()?.scrollBy({ top: innerHeight * 0.8 }),
  PageUp: () => scroller()?.scrollBy({ top: -innerHeight * 0.8 }),
  n: (client) => goToUnread(client, () => true),
  p: (client) => goToUnread(client, (type) => type === 'direct'),
  r: onSelected(replyTo),
  R: onSelected((client, { sender_id }) => client.router.go(client.linkTo({ type: 'direct', user_ids: [sender_id] }))),
  c: startWriting,
  x: () => {
    dialog.value = { kind: 'direct' };
  },
  '>': onSelected((client, message) => void startQuote(client, message)),
  e: onSelected((client, message) => {
    if (canEdit(client.store, message)) startEdit(message);
    else client.say('This message cannot be edited.');
  }),
  '+': onSelected((client, message) =>
    toggleReaction(client, message, { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }),
  ),
  '=': onSelected((client, message) => {
    const [first] = message.reactions;
    if (first) toggleReaction(client, message, first);
  }),
  ':': onSelected((client, message) => reactTo(client, message, findCurrent() ?? findFirst())),
  U: onSelected((client, message) => void markUnreadFrom(client, message)),
  m: onSelected((client, message) => {
    if (canMove(client.store, message)) dialog.value = { kind: 'move', message, isOne: true };
    else client.say('This message cannot be moved.');
  }),
  s: onSelected((client, message) =>
    client.router.go(client.linkTo(conversationOf(message, client.store.user_id), message.id)),
  ),
  M: toggleMute,
  a: goTo('#feed'),
  I: goTo('#inbox'),
  t: goTo('#recent'),
  d: goTo('#drafts'),
  w: ({ router }) => {
    if (leavesRoomForPeople(router.route.value)) togglePeople();
  },
  q: () => {
    isSideOpen.value = true;
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.side .entry')?.focus());
  },
  '/': () => document.querySelector<HTMLInputElement>('.search input')?.focus(),
  '?': () => {
    dialog.value = { kind: 'keys' };
  },
  Escape: (client) => {
    if (document.activeElement?.closest('.compose')) focusComposer();
    else if (editing.value !== undefined) editing.value = undefined;
    else if (composing.value) composing.value = undefined;
    else if (client.store.model.state.user_settings.web_escape_navigates_to_home_view !== false)
      client.router.go(client.home());
  },
};

/** Acts on the current message, or else on the first one on screen. */
function onSelected(act: (client: Client, message: Message) => void): Act {
  return (client) => {
    const message = client.store.model.messages.get(Number((findCurrent() ?? findFirst())?.dataset.id));
    if (message) act(client, message);
  };
}

function scroller(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.messages, .page-scroll');
}

/** The message that has the focus, else the selected one. */
function findCurrent(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('.message[data-id]');
  return focused ?? document.querySelector<HTMLElement>('.message.is-selected');
}

function findFirst(): HTMLElement | undefined {
  const list = document.querySelector<HTMLElement>('.messages');
  return list ? firstRowBelow(list, list.getBoundingClientRect().top) : undefined;
}

/** Moves to the next message, or to the next line of a list. */
function step(by: 1 | -1): void {
  const list = document.querySelector<HTMLElement>('.messages');
  if (!list) {
    stepInList(by);
    return;
  }
  const rows = rowsOf(list);
  const current = findCurrent();
  const at = current ? rows.indexOf(current) + by : rows.indexOf(findFirst() ?? list);
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
  if (!row) return;
  selected.value = Number(row.dataset.id);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function stepInList(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.matches(':focus'));
  rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus();
}

function jumpToEnd(): void {
  const button = document.querySelector<HTMLElement>('.jump');
  if (button) button.click();
  else scroller()?.scrollTo({ top: scroller()?.scrollHeight ?? 0 });
}

function startWriting(client: Client): void {
  const { value: route } = client.router.route;
  const hasField = document.querySelector('.compose textarea');
  if (route.page === 'messages' && hasField) focusComposer();
  else openSwitcher();
}

/** Opens the conversation with the oldest unread message, except the shown one. */
function goToUnread(client: Client, wants: (type: 'topic' | 'direct') => boolean): void {
  const { value: route } = client.router.route;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const waiting = [...client.unread.value.conversations].filter(
    ([key, { isMuted, conversation }]) => !isMuted && wants(conversation.type) && key !== (shown && keyOf(shown)),
  );
  const [first] = waiting.sort(([, a], [, b]) => Math.min(...a.ids) - Math.min(...b.ids));
  if (first) client.router.go(client.linkTo(first[1].conversation));
  else client.say('Everything is read.');
}

function toggleMute(client: Client): void {
  const button = document.querySelector<HTMLElement>('[aria-label="Notifications of this topic"]');
  if (button) button.click();
  else client.say('Only topics can be muted by this key.');
}
