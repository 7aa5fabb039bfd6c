import { type DefaultTreeAdapterTypes, parseFragment, serializeOuter } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const headings = /^h[1-6]$/;
const blockTags = /^(p|ol|ul|h[1-6]|blockquote|table|div)$/;
const aligned = /^text-align: (left|center|right);$/;
const emojiClass = /^emoji emoji(-[0-9a-f]+)+$/;
const mentionClasses = [
  'user-mention',
  'silent user-mention',
  'channel-wildcard-mention user-mention',
  'channel-wildcard-mention silent user-mention',
  'user-group-mention',
  'silent user-group-mention',
  'topic-mention',
  'silent topic-mention',
];
const codeClasses = new Set(
  (
    'w esc err x k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm l ld s sa sb sc dl ' +
    'sd s2 se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs g gd ge gr gh gi go gp gs gu ges gt'
  ).split(' '),
);

/** The parts of a message's HTML in whose place the phone app says that it cannot show them. */
export function unshownByPhone(html: string): string[] {
  return parseFragment(html).childNodes.flatMap(unshownBlock);
}

function unshownBlock(node: Node): string[] {
  if (isBlank(node)) return [];
  if (!isElement(node)) return [outer(node)];
  const { tagName: tag, childNodes: children } = node;
  const classes = attribute(node, 'class') ?? '';
  if (tag === 'div') return unshownDiv(node, classes);
  if (classes !== '') return [outer(node)];
  if (tag === 'br' || tag === 'hr') return [];
  if (tag === 'p' && classOf(children[0]) === 'katex-display') return children.flatMap(unshownFormula);
  if (tag === 'p' || headings.test(tag)) return children.flatMap(unshownInline);
  if (tag === 'blockquote') return children.flatMap(unshownBlock);
  if (tag === 'ol' || tag === 'ul') return children.flatMap(unshownItem);
  return tag === 'table' && isTable(node) ? cellsOf(node).flatMap(unshownChildren) : [outer(node)];
}

function unshownDiv(div: Element, classes: string): string[] {
  switch (classes) {
    case 'codehilite':
      return isCode(div) ? [] : [outer(div)];
    case 'spoiler-block':
      return div.childNodes.map(classOf).join() === 'spoiler-header,spoiler-content'
        ? div.childNodes.flatMap((part) => (isElement(part) ? part.childNodes.flatMap(unshownBlock) : []))
        : [outer(div)];
    case 'message_inline_image':
      return isPreview(div, 'img') ? [] : [outer(div)];
    case 'message_inline_image message_inline_video':
      return isPreview(div, 'video') ? [] : [outer(div)];
    default:
      return [outer(div)];
  }
}

function isCode(div: Element): boolean {
  const pre = only(div.childNodes, 'pre');
  const code = pre?.childNodes.at(-1);
  if (!pre || !isElement(code, 'code') || pre.childNodes.length > 2) return false;
  return code.childNodes.every((part) => !isElement(part) || (part.tagName === 'span' && hasCodeClass(part)));
}

function hasCodeClass(span: Element): boolean {
  return (classOf(span) ?? '').split(' ').some((one) => one === '' || codeClasses.has(one));
}

function isPreview(div: Element, tag: 'img' | 'video'): boolean {
  const link = only(div.childNodes, 'a');
  const shown = link && only(link.childNodes, tag);
  if (!link || !shown || classOf(link) || attribute(shown, 'src') === undefined) return false;
  return tag === 'img' || !classOf(shown);
}

/** Paragraphs need not be marked in list items; nothing but more pictures and blocks may follow a picture. */
function unshownItem(item: Node): string[] {
  if (isBlank(item)) return [];
  if (!isElement(item, 'li') || classOf(item)) return [outer(item)];
  const nodes = item.childNodes.filter((node) => !isBlank(node));
  return nodes.flatMap((node, index) => {
    if (isElement(node) && blockTags.test(node.tagName)) return unshownBlock(node);
    return classOf(nodes[index - 1]) === 'message_inline_image' ? [outer(node)] : unshownInline(node);
  });
}

function isTable(table: Element): boolean {
  const [head, body] = elements(table);
  const rows = [...elements(head), ...elements(body)];
  const hasShape =
    elements(table)
      .map(({ tagName }) => tagName)
      .join() === 'thead,tbody' && elements(head).length === 1;
  const width = elements(rows[0]).length;
  return (
    hasShape &&
    rows.every((row) => row.tagName === 'tr' && elements(row).length === width) &&
    cellsOf(table).every((cell) => !classOf(cell) && aligned.test(attribute(cell, 'style') ?? 'text-align: left;')) &&
    [table, head, body, ...rows].every((one) => one?.childNodes.every((node) => isElement(node) || isBlank(node)))
  );
}

function cellsOf(table: Element): Element[] {
  return elements(table).flatMap(elements).flatMap(elements);
}

function unshownInline(node: Node): string[] {
  if (!isElement(node)) return node.nodeName === '#text' ? [] : [outer(node)];
  const classes = classOf(node) ?? '';
  switch (node.tagName) {
    case 'br':
      return classes === '' ? [] : [outer(node)];
    case 'strong':
    case 'del':
    case 'em':
    case 'code':
      return classes === '' ? unshownChildren(node) : [outer(node)];
    case 'a':
      return /^(stream-topic|stream|message-link)?$/.test(classes) ? unshownChildren(node) : [outer(node)];
    case 'span':
      return unshownSpan(node, classes);
    default:
      return isShownLeaf(node, classes) ? [] : [outer(node)];
  }
}

function unshownSpan(span: Element, classes: string): string[] {
  if (mentionClasses.includes(classes.split(' ').sort().join(' '))) return unshownChildren(span);
  if (classes === 'katex') return isFormula(span, false) ? [] : [outer(span)];
  return emojiClass.test(classes) ? [] : [outer(span)];
}

function isShownLeaf(element: Element, classes: string): boolean {
  const has = (name: string) => attribute(element, name) !== undefined;
  switch (element.tagName) {
    case 'img':
      return /^(emoji|inline-image( image-loading-placeholder)?)$/.test(classes) && has('alt') && has('src');
    case 'time':
      return classes === '' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(attribute(element, 'datetime') ?? '');
    case 'audio':
      return classes === '' && has('src');
    default:
      return false;
  }
}

/** One that stands alone, in a paragraph of such. */
function unshownFormula(node: Node): string[] {
  if (!isElement(node)) return isBlank(node) ? [] : [outer(node)];
  const inner = classOf(node) === 'katex-display' ? only(node.childNodes, 'span') : undefined;
  return inner && classOf(inner) === 'katex' && isFormula(inner, true) ? [] : [outer(node)];
}

/** Whether the app finds the TeX, which it shows where it cannot draw the formula. */
function isFormula(katex: Element, isBlock: boolean): boolean {
  if (katex.childNodes.map(classOf).join() !== 'katex-mathml,katex-html') return false;
  const math = only((katex.childNodes[0] as Element).childNodes, 'math');
  const annotation = math && only(math.childNodes, 'semantics')?.childNodes.at(-1);
  if (!math || (attribute(math, 'display') === 'block') !== isBlock) return false;
  return isElement(annotation, 'annotation') && attribute(annotation, 'encoding') === 'application/x-tex';
}

function unshownChildren(element: Element): string[] {
  return element.childNodes.flatMap(unshownInline);
}

function isElement(node: Node | undefined, tag?: string): node is Element {
  return node !== undefined && 'tagName' in node && (tag === undefined || node.tagName === tag);
}

function elements(parent: Element | undefined): Element[] {
  return parent?.childNodes.filter((node) => isElement(node)) ?? [];
}

function only(nodes: readonly Node[], tag: string): Element | undefined {
  const [node] = nodes;
  return nodes.length === 1 && isElement(node, tag) ? node : undefined;
}

function isBlank(node: Node): boolean {
  return 'value' in node && /^\n+$/.test(node.value);
}

function classOf(node: Node | undefined): string | undefined {
  return isElement(node) ? attribute(node, 'class') : undefined;
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function outer(node: Node): string {
  return serializeOuter(node);
}
