import { render } from 'preact';
import type { Client } from '../client.ts';
import { startQuote } from '../commands/replies.ts';
import { dialog, openDialog } from '../commands/view-state.ts';
import { Icon } from '../parts/icon.tsx';
import { findSwipe, type SwipeAct } from '../parts/swipes.ts';
import { lateIcons } from '../text/late-icons.ts';
import { scrolls } from './swipe.ts';

/** How long a finger rests for a long press, in milliseconds, and how far it may move meanwhile, in pixels. */
const pressTime = 450;
const stillness = 10;

/** How far a row is swiped before its act is done, in pixels. */
const threshold = 72;

/** Elements that handle touches themselves. */
const fields = 'input, textarea, select, form';
const pressable = `${fields}, a[href], button, img, video, audio`;

interface Touch {
  row: HTMLElement;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  act: SwipeAct | undefined;
  /** What is shown beside a row that is being swiped. */
  sign: HTMLElement | undefined;
  /** How far the row was swiped, in pixels. */
  way: number;
}

/** A row that is touched, what its swipe does, and what a long press does. */
interface Begun {
  row: HTMLElement;
  act: SwipeAct | undefined;
  press: () => void;
}

/** A touch that begins, and becomes a long press unless it moves or ends. */
function beginAt(finger: { clientX: number; clientY: number }, target: Element, { row, act, press }: Begun): Touch {
  const timer = target.closest(pressable) ? undefined : setTimeout(press, pressTime);
  const place = { row, x: finger.clientX, y: finger.clientY };
  return { ...place, timer, act: scrolls(target) ? undefined : act, sign: undefined, way: 0 };
}

/**
 * A long press of a message opens all that can be done with it; a swipe to the left answers it, and marks a conversation
 * of the inbox as read. There are buttons and keys for all of this.
 */
export function listenToTouches(client: Client): void {
  let touch: Touch | undefined;
  let isPressed = false;
  const end = () => {
    clearTimeout(touch?.timer);
    if (touch) letGo(touch);
    touch = undefined;
  };
  const begun = ({ touches: [finger, second], target }: TouchEvent) => {
    end();
    isPressed = false;
    if (!(target instanceof Element) || !finger || second || dialog.value || target.closest(fields)) return;
    const found = findRow(client, target);
    if (!found) return;
    const press = () => {
      isPressed = openSheet(client, found.row);
      end();
    };
    touch = beginAt(finger, target, { ...found, press });
  };
  const moved = ({ touches: [finger] }: TouchEvent) => {
    if (touch && finger) follow(touch, finger.clientX - touch.x, finger.clientY - touch.y);
  };
  const ended = (event: TouchEvent) => {
    // A long press is not a tap, too.
    if (isPressed && event.cancelable) event.preventDefault();
    if (touch && touch.way >= threshold) touch.act?.run();
    end();
  };
  document.addEventListener('touchstart', begun, { passive: true });
  document.addEventListener('touchmove', moved, { passive: true });
  document.addEventListener('touchend', ended);
  document.addEventListener('touchcancel', end);
  document.addEventListener('contextmenu', (event) => {
    if (isPressed || touch?.timer !== undefined) event.preventDefault();
  });
}

/** A finger that has moved by so many pixels presses nothing, and may swipe the row to the left. */
function follow(touch: Touch, x: number, y: number): void {
  if (Math.hypot(x, y) > stillness) clearTimeout(touch.timer);
  if (touch.act && x < -stillness && Math.abs(y) < Math.abs(x)) pull(touch, -x);
}

/** Returns whether the row is that of a message. */
function openSheet(client: Client, row: HTMLElement): boolean {
  const message = client.store.model.messages.get(Number(row.dataset.id));
  if (message) {
    navigator.vibrate?.(10);
    openDialog({ kind: 'message', message });
  }
  return message !== undefined;
}

/** The row that is touched, and what its swipe does. */
function findRow(client: Client, target: Element): { row: HTMLElement; act: SwipeAct | undefined } | undefined {
  const row = target.closest<HTMLElement>('.message[data-id]');
  if (!row) return findSwipe(target);
  const message = client.store.model.messages.get(Number(row.dataset.id));
  return { row, act: message && { icon: lateIcons.reply, run: () => void startQuote(client, message) } };
}

/** Moves a row with the finger, but never much farther than it needs to be. */
function pull(touch: Touch, way: number): void {
  const { row, act } = touch;
  touch.way = way;
  if (act && !touch.sign) touch.sign = addSign(row, act);
  touch.sign?.classList.toggle('is-due', way >= threshold);
  row.style.translate = `${-Math.min(way, threshold + 16)}px`;
}

function addSign(row: HTMLElement, { icon }: SwipeAct): HTMLElement {
  const { top, height } = row.getBoundingClientRect();
  const sign = document.createElement('div');
  sign.className = 'swipe-sign';
  sign.style.top = `${top}px`;
  sign.style.height = `${height}px`;
  render(<Icon name={icon} />, sign);
  document.body.append(sign);
  return sign;
}

function letGo({ row, sign }: Touch): void {
  row.style.translate = '';
  sign?.remove();
}
