/**
 * Names controls on screen that are smaller than a thumb. Links in texts and headings are as high as their line, and
 * pictures as themselves.
 */
export const listSmall = `(() => {
  const small = [];
  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, [role=button]')) {
    // What a modal dialog makes inert is out of reach.
    if (document.querySelector('dialog:modal') && !element.closest('dialog:modal')) continue;
    if (element.closest('p, h1, .by, .message_inline_image, .recipient > a, .rendered p, dialog:not([open])')) continue;
    if (element.matches('.recipient > a, .channel-row a') || getComputedStyle(element).visibility !== 'visible') continue;
    const after = getComputedStyle(element, '::after');
    const drawn = after.content !== 'none' && after.position === 'absolute' ? [parseFloat(after.width), parseFloat(after.height)] : [0, 0];
    const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
    if (boxes[0].width === 0) continue;
    const width = Math.max(drawn[0], ...boxes.map((box) => box.width));
    const height = Math.max(drawn[1], ...boxes.map((box) => box.height));
    if (Math.min(width, height) < 43.5)
      small.push([element.className || element.tagName, Math.round(width), Math.round(height)].join(' '));
  }
  return small;
})()`;
