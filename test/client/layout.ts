/**
 * Names what does not fit on screen, a line each: a page or a part that scrolls sideways, text that is cut off, controls
 * beyond the window or out of their own box, choices longer than their field, words in tables and tabs that break,
 * paragraphs that are squeezed into a narrow column, and texts that lie over each other. Names of people and of places
 * may be cut off, with an ellipsis.
 */
export const listMisfits = `(() => {
  const found = new Set();
  const nameOf = (element) =>
    element.tagName.toLowerCase() + [...element.classList].map((one) => '.' + one).join('') + ' «' +
    (element.ariaLabel ?? element.textContent).trim().replace(/\\s+/g, ' ').slice(0, 60) + '»';
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.unseen, [inert]');
  const layerOf = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (/absolute|fixed|sticky/.test(getComputedStyle(one).position) || one.matches(':popover-open, dialog')) return one;
    return null;
  };
  // What is scrolled or cut out of sight is on no part of the screen.
  const visibleBox = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const edge = one.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  const names = '[dir=auto], .recipient a, .recipient [data-day], .name:not(.icon + .name)';
  const modal = document.querySelector('dialog:modal');
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways');
  // The keys beside the words of the jump are there where the space is.
  const data = '.rendered, .rendered *, pre, code:not(.keys code), textarea, input, .jump-to > span, .jump-to kbd';
  const isTab = (element) => {
    const sections = element.closest('.sections');
    return sections !== null && getComputedStyle(sections).flexDirection === 'row';
  };
  const canvas = document.createElement('canvas').getContext('2d');
  const listTooLong = (select) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
    const arrow = 20;
    const space = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - arrow;
    canvas.font = font;
    return [...select.options].filter(({ text }) => canvas.measureText(text).width > space);
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || element.matches(data) || isTab(element) || (modal && !modal.contains(element))) continue;
    for (const { text } of element.matches('select') ? listTooLong(element) : []) found.add('longer than its field: «' + text + '»');
    const style = getComputedStyle(element);
    const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
    if (isWider && /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis') found.add('cut off: ' + nameOf(element));
    if (isWider && style.textOverflow === 'ellipsis' && !element.matches(names)) found.add('shortened: ' + nameOf(element));
    if (isWider && /auto|scroll/.test(style.overflowX)) found.add('scrolls sideways: ' + nameOf(element));
    // A row that wraps shows the parts that fit whole, and no others.
    const below = element.getBoundingClientRect().bottom;
    const isCut = ({ top, bottom }) => top < below - 1 && bottom > below + 2;
    const parts = style.flexWrap === 'wrap' ? [...element.children].map((one) => one.getBoundingClientRect()) : [];
    const isWhole = parts.length > 0 && !parts.some(isCut);
    if (!isWhole && /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 1)
      found.add('cut off below: ' + nameOf(element));
    for (const word of element.matches('th, td, .keys code, .sections a') && !element.firstElementChild ? element.textContent.matchAll(/[\\p{L}’]+/gu) : []) {
      const range = document.createRange();
      range.setStart(element.firstChild, word.index);
      range.setEnd(element.firstChild, word.index + word[0].length);
      const mayBreak = /[\\u3040-\\u9fff]/.test(word[0]) && !element.matches('[scope=col]');
      if (!mayBreak && range.getClientRects().length > 1) found.add('broken: ' + nameOf(element));
    }
    const box = element.getBoundingClientRect();
    if (element.matches('p') && box.width > 1 && box.width < 130 && box.height > 80) found.add('squeezed: ' + nameOf(element));
    if (element.matches('a[href], button, input, select, textarea, summary') && box.width > 1) {
      const { left, right } = visibleBox(box, element.parentElement);
      if (box.left < -1 || box.right > innerWidth + 1) found.add('beyond the window: ' + nameOf(element));
      else if (box.left < left - 2 || box.right > right + 2) found.add('partly hidden: ' + nameOf(element));
    }
    if (element.matches('button, .button, th, td, legend, label, [role=tab]') && /visible/.test(style.overflowX) && isWider && style.display !== 'inline')
      found.add('out of its box: ' + nameOf(element));
  }
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent } = walker.currentNode;
    if (walker.currentNode.data.trim() === '' || parent.closest('script, style, option, .emoji-grid, .jump-to') || !isShown(parent)) continue;
    if (modal && !modal.contains(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const layer = layerOf(parent);
    for (const one of range.getClientRects()) {
      const box = visibleBox(one, parent);
      if (box.right - box.left > 2 && box.bottom - box.top > 2) texts.push({ ...box, parent, layer });
    }
  }
  texts.sort((one, other) => one.top - other.top);
  texts.forEach((one, index) => {
    for (let next = index + 1; next < texts.length && texts[next].top < one.bottom; next += 1) {
      const other = texts[next];
      if (other.layer !== one.layer || other.parent === one.parent) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      if (width > 2 && height > 6) found.add('over each other: ' + nameOf(one.parent) + ' and ' + nameOf(other.parent));
    }
  });
  return [...found];
})()`;
