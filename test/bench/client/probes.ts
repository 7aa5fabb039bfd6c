// What is measured inside the page, as text: the policy of the page lets nothing in that is made of functions.

/** Notes when the first message was painted, in milliseconds since the page was asked for. */
export const watchFirstMessage = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.message')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstMessage = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Resolves after the frame that shows what was done. */
const painted = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';

/** Times from each key to the frame that shows it, noted in window.keys. */
export const watchKeys = `
  window.keys = [];
  document.addEventListener('keydown', (event) => {
    const from = event.timeStamp;
    requestAnimationFrame(() => setTimeout(() => window.keys.push(performance.now() - from)));
  }, true);
`;

/** Scrolls a list down, a step each frame. Returns the times between frames. */
export const scrollDown = (frames: number) => `(async () => {
  const list = document.querySelector('.messages');
  const times = [];
  let last = performance.now();
  for (let frame = 0; frame < ${frames}; frame += 1) {
    list.scrollTop += 120;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
})()`;

/** Goes to an address within the page. Returns how long its conversation took to be painted. */
export const goTo = (hash: string, title: string) => `(async () => {
  const from = performance.now();
  location.hash = ${JSON.stringify(hash)};
  while (!document.querySelector('h1').textContent.includes(${JSON.stringify(title)}) || !document.querySelector('.message'))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  // Found while a frame is being made, which is the one that shows it.
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - from;
})()`;

/** What opens above the page or beside it: how it is asked for, and the first thing in it. */
export interface Opening {
  name: string;
  act: string;
  shown: string;
  close: string;
  /** How long a finger has to rest first, in milliseconds. */
  rest?: number;
}

const press = (key: string, more = '') =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true${more} }))`;

export const openings: readonly Opening[] = [
  {
    name: 'emoji picker',
    act: "document.querySelector('.compose [aria-haspopup=dialog]').click()",
    shown: '.emoji-panel .emoji-grid .emoji',
    close: "document.querySelector('.emoji-panel').hidePopover()",
  },
  {
    name: 'jump to a name',
    act: press('k', ', ctrlKey: true'),
    shown: '.switcher .completion',
    close: "document.querySelector('.switcher button').click()",
  },
  { name: 'second pane', act: press('o'), shown: '.beside .message', close: press('O', ', shiftKey: true') },
];

const touch = (type: string, touches: string) => `{
  const [touch] = document.querySelectorAll('.message .rendered p');
  touch.dispatchEvent(new TouchEvent('${type}', { touches: ${touches}, bubbles: true, cancelable: true }));
}`;

/** On a phone. */
export const phoneOpenings: readonly Opening[] = [
  {
    name: 'sheet of a message',
    act: touch('touchstart', '[new Touch({ identifier: 1, target: touch, clientX: 50, clientY: 50 })]'),
    rest: 450,
    shown: '.sheet .menu button',
    close: `${touch('touchend', '[]')} document.querySelector('.sheet').close()`,
  },
];

/** Opens something and closes it. Returns how long it took to be painted, and its elements as text. */
export const openAndClose = ({ act, shown, close, rest = 0 }: Opening) => `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const from = performance.now() + ${rest};
  ${act};
  while (!document.querySelector('${shown}')) await frame();
  await new Promise((resolve) => setTimeout(resolve));
  const time = performance.now() - from;
  const html = document.querySelector('${shown}').closest('.beside, .emoji-panel, .switcher, .sheet').outerHTML;
  ${close};
  while (document.querySelector('${shown}')) await frame();
  return { time, html };
})()`;

/** Shows elements above the floor's page. Returns how long that took to be painted. */
export const showAbove = (html: string) => `(async () => {
  const from = performance.now();
  const frame = document.createElement('div');
  frame.innerHTML = ${JSON.stringify(html)};
  for (const one of frame.querySelectorAll('[popover], dialog')) {
    one.removeAttribute('popover');
    one.setAttribute('open', '');
  }
  document.body.append(frame);
  await ${painted};
  const time = performance.now() - from;
  frame.remove();
  return time;
})()`;

/** Shows one of two halves of the floor's page. Returns how long that took to be painted. */
export const swap = `(async () => {
  const from = performance.now();
  for (const half of document.querySelectorAll('[data-half]')) half.hidden = !half.hidden;
  await ${painted};
  return performance.now() - from;
})()`;
