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

/** Shows one of two halves of the floor's page. Returns how long that took to be painted. */
export const swap = `(async () => {
  const from = performance.now();
  for (const half of document.querySelectorAll('[data-half]')) half.hidden = !half.hidden;
  await ${painted};
  return performance.now() - from;
})()`;
