/** A tag, or the text up to the next one. */
const piece = /<(\/?)([a-z][a-z0-9-]*)([^>]*)>|[^<]+|</gi;

/** Elements without text: link previews, spoiler content, the visual form of a formula. */
const silentClass = /class="(?:[^"]* )?(?:message_inline_image|message_embed|spoiler-content|katex-html)[ "]/;
const silentTags = new Set(['mrow', 'video', 'audio']);

const blocks = new Set(['p', 'div', 'pre', 'ul', 'ol', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

interface Element {
  tag: string;
  /** The text before the element. */
  before: string;
  /** Converts the element's text at its end. */
  end: (inside: string) => string;
}

/** Converts a message's HTML to plain text. */
export function plainText(html: string): string {
  const open: Element[] = [];
  let text = '';
  for (const [whole, closing, name = '', attributes = ''] of html.matchAll(piece)) {
    const tag = name.toLowerCase();
    if (tag === '') {
      text += decode(whole);
    } else if (closing) {
      text = close(open, tag, text);
    } else if (isVoid(tag)) {
      text += voidText(tag, attributes);
    } else {
      open.push({ tag, before: text, end: ending(tag, attributes) });
      text = '';
    }
  }
  return withoutGaps(text);
}

function withoutGaps(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter(Boolean).join('\n').trim();
}

function close(open: Element[], tag: string, text: string): string {
  if (!open.some((element) => element.tag === tag)) return text;
  let result = text;
  for (;;) {
    const element = open.pop() as Element;
    result = element.before + element.end(result);
    if (element.tag === tag) return result;
  }
}

function ending(tag: string, attributes: string): Element['end'] {
  const emoji = tag === 'span' ? /class="emoji emoji-([0-9a-f-]+)"/.exec(attributes)?.[1] : undefined;
  if (emoji) return () => characters(...emoji.split('-').map((code) => Number.parseInt(code, 16)));
  if (silentTags.has(tag) || silentClass.test(attributes)) return () => '';
  if (attributes.includes('class="spoiler-header"')) return (inside) => `${inside.trim()} (…)\n`;
  return endings.get(tag) ?? ((inside) => (blocks.has(tag) ? `${inside}\n` : inside));
}

const endings: ReadonlyMap<string, Element['end']> = new Map([
  ['blockquote', (inside) => `${withoutGaps(inside).replace(/^/gm, '> ')}\n`],
  ['li', (inside) => `• ${inside.trim()}\n`],
  ['tr', (inside) => `${withoutGaps(inside).replaceAll('\n', ' ')}\n`],
  ['td', (inside) => `${inside} `],
  ['th', (inside) => `${inside} `],
]);

function isVoid(tag: string): boolean {
  return tag === 'br' || tag === 'img' || tag === 'hr';
}

function voidText(tag: string, attributes: string): string {
  return tag === 'img' ? decode(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '') : '\n';
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return (Object.hasOwn(entities, name) && entities[name]) || whole;
    return characters(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** The characters with these codes, or the mark of a broken one: imported HTML may contain any number. */
function characters(...codes: readonly number[]): string {
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : '\ufffd';
}
