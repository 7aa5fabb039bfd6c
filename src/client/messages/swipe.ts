import { dialog, isPeopleOpen, isSideOpen, togglePeople } from '../commands/view-state.ts';
import { isRightToLeft } from '../language/texts.ts';

const narrow = '(max-width: 48rem)';
// Shorter or steeper movements are not swipes.
const shortest = 60;
const steepest = 0.5;

interface Point {
  x: number;
  y: number;
}

/** Opens and closes the side bar of a narrow window by swipes. There are buttons for this, too. */
export function listenToSwipes(): void {
  let start: Point | undefined;
  const begun = ({ touches, target }: TouchEvent) => {
    const [touch] = touches;
    const isMeant = touch && touches.length === 1 && matchMedia(narrow).matches && !dialog.value && !scrolls(target);
    start = isMeant ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const ended = ({ changedTouches: [touch] }: TouchEvent) => {
    const way = start && touch ? directionOf(start, { x: touch.clientX, y: touch.clientY }) : undefined;
    start = undefined;
    if (way && !hasSelection()) swipe(way);
  };
  document.addEventListener('touchstart', begun, { passive: true });
  document.addEventListener('touchend', ended, { passive: true });
  document.addEventListener('touchcancel', () => {
    start = undefined;
  });
}

/** The side bar comes from the start of the lines, the list of people from their end. */
function swipe(way: 'start' | 'end'): void {
  if (way === 'end' && isPeopleOpen.value) togglePeople();
  else isSideOpen.value = way === 'end';
}

/** Towards which end of the lines a finger moved. */
function directionOf(from: Point, to: Point): 'start' | 'end' | undefined {
  const way = to.x - from.x;
  if (Math.abs(way) < shortest || Math.abs(to.y - from.y) > Math.abs(way) * steepest) return undefined;
  return way > 0 === isRightToLeft() ? 'start' : 'end';
}

/** Whether an element below the finger scrolls sideways itself, such as wide tables and code. */
export function scrolls(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
    if (element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'auto') return true;
  return false;
}

/** Whether text is selected; its handles are dragged sideways too. */
function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false;
}
