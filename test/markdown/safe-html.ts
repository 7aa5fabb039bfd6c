import { type DefaultTreeAdapterTypes, html as names, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What attributes an element may have, and which values. */
type Attributes = Record<string, RegExp>;

const anything = /^/;
const upload = /^\/user_uploads\//;
const id = /^\d+$/;
const size = /^[-+]?\d*\.?\d+(em|ex|mu|pt|px|%)?$/;
const align: Attributes = { style: /^text-align: (left|center|right);$/ };

const katexStyle =
  /^((height|width|min-width|max-width|top|left|bottom|vertical-align|margin(-left|-right|-top)?|padding-left|border-(bottom|top|right)?-?(width|style)|position|color|background-color|border-color|align-self|transform):[-#.\w% ]+(;|$))*$/;
const katexClass =
  /^(katex(-display|-mathml|-html)?|base|strut|mord|mbin|mrel|mop|mopen|mclose|mpunct|minner|mspace|msupsub|math\w+|text\w*|vlist(-\w+)?|pstrut|sizing|reset-size\d+|size\d+|mtight|delimsizing(inner)?|delim-size\d|nulldelimiter|mfrac|frac-line|sqrt|root|svg-align|hide-tail|mtable|(col|arraycolsep|vertical-separator)(-\w+)*|accent(-body|-full)?|accentunder|delimcenter|cjk_fallback|f?colorbox|mult|stretchy|overline(-line)?|underline(-line)?|x-arrow(-pad)?|op-(symbol|limits)|small-op|large-op|boxpad|fbox|cancel-\w+|sout|rule|newline|tag|eqn-num|mover|munder|mtr-glue|mml-eqn-num|smash|llap|rlap|clap|inner|fix|vcenter|[xo]verlay|amsrm|boldsymbol|boldtext|cd-\w+(-\w+)*|[hk]line|hdashline|reaction|halfarrow-\w+|brace-\w+|halfbrace-\w+|angl|anglpad|angln|thinbox|vbox|nobreak|allowbreak|tie|arraycolsep|mainrm|mathnormal|overbrace\w*|small)$/;
const katexPicture: Attributes = {
  width: size,
  height: size,
  style: katexStyle,
  viewBox: /^[-\d. ]+$/,
  preserveAspectRatio: /^\w+( \w+)?$/,
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
};

// The classes of Pygments that a client shows nothing of a block without.
const pygments =
  /^(k|kc|kd|kn|kt|l l-Scalar l-Scalar-Plain|m|n|na|nb|bp|nc|nd|nf|nn|no|nt|nv|nx|py|o|ow|p|p p-Indicator|w|s|s1|s2|sb|sd|se|sr|ss|mb|mf|mh|mi|c1|ch|cm|cp|cs|gd|ge|gh|gi|gp|gs)$/;
const spanClass =
  /^((user-mention|user-group-mention)( channel-wildcard-mention)?( silent)?|topic-mention( silent)?|emoji emoji-[0-9a-f]+(-[0-9a-f]+)*|tex-error)$/;

const mathml: Attributes = {
  accent: /^true$/,
  accentunder: /^true$/,
  class: /^[\w -]+$/,
  columnalign: /^[a-z ]+$/,
  columnlines: /^[a-z ]+$/,
  columnspacing: anything,
  depth: size,
  display: /^block$/,
  displaystyle: /^(true|false)$/,
  encoding: /^application\/x-tex$/,
  fence: /^(true|false)$/,
  form: /^\w+$/,
  height: size,
  linebreak: /^newline$/,
  linethickness: size,
  lspace: /^[-+]?[\d.]+\w*$/,
  mathbackground: /^[#\w]+$/,
  mathcolor: /^[#\w]+$/,
  mathsize: size,
  mathvariant: /^[a-z-]+$/,
  maxsize: size,
  minsize: size,
  notation: /^[a-z ]+$/,
  rowlines: /^[a-z ]+$/,
  rowspacing: anything,
  rspace: /^[-+]?[\d.]+\w*$/,
  scriptlevel: /^[+-]?\d$/,
  separator: /^true$/,
  side: /^\w+$/,
  stretchy: /^(true|false)$/,
  style: /^(border:[-.\w ]+;?|math-style:\w+;?|padding:[-.\w ]+;?|border-color:[#\w]+;?)*$/,
  symmetric: /^true$/,
  voffset: size,
  width: size,
  xmlns: /^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/,
};
const mathmlTags =
  /^(math|semantics|annotation|mrow|mi|mo|mn|ms|mtext|mspace|mstyle|mpadded|mphantom|menclose|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mtable|mtr|mtd|mlabeledtr)$/;

const htmlTags: Record<string, Attributes> = {
  ...Object.fromEntries(
    [
      'p',
      'br',
      'hr',
      'em',
      'strong',
      'del',
      'code',
      'pre',
      'blockquote',
      'ul',
      'li',
      'table',
      'thead',
      'tbody',
      'tr',
    ].map((tag) => [tag, {}]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, {}])),
  ol: { start: id },
  th: align,
  td: align,
  a: { href: anything, class: /^(stream|stream-topic|message-link)$/, 'data-stream-id': id, title: anything },
  audio: { controls: /^$/, preload: /^metadata$/, src: upload, title: anything },
  div: {
    'aria-hidden': /^true$/,
    class: /^(codehilite|spoiler-(block|header|content)|message_inline_image( message_inline_video)?)$/,
    'data-code-language': anything,
  },
  img: {
    alt: anything,
    class: /^(emoji|inline-image)$/,
    'data-original-src': upload,
    'data-original-content-type': /^image\/\w+$/,
    'data-transcoded-image': /^840x560\.jpg$/,
    src: /^(\/user_uploads\/|\/emoji\/\d+\.png$)/,
    title: anything,
  },
  span: {
    'aria-hidden': /^true$/,
    'aria-label': anything,
    class: anything,
    'data-user-group-id': id,
    'data-user-id': /^(\d+|\*)$/,
    role: /^img$/,
    style: katexStyle,
    title: anything,
  },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  video: { preload: /^metadata$/, src: upload },
};
const svgTags: Record<string, Attributes> = {
  svg: katexPicture,
  path: { d: /^[-\w\s.,]*$/ },
  line: { x1: size, x2: size, y1: size, y2: size, 'stroke-width': size },
};

const protocols = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:', 'sms:', 'bitcoin:'];
// These say that a character is unusual in a text, not that the text becomes something else.
const harmless = ['control-character-in-input-stream', 'noncharacter-in-input-stream', 'surrogate-in-input-stream'];

/** What a browser would make of HTML that it must not: each element, attribute, value and error not listed. */
export function problemsOf(html: string): string[] {
  const problems: string[] = [];
  const tree = parseFragment(html, {
    onParseError: ({ code }) => void (harmless.includes(code) || problems.push(`error ${code}`)),
  });
  for (const node of tree.childNodes) check(node, problems);
  const tags = html.replace(/<([a-z]+)([^<>]*)\/>/g, '<$1$2></$1>').match(/<\/?[a-z][a-z0-9]*/gi) ?? [];
  if (tags.join('') !== tree.childNodes.map(tagsOf).join('')) problems.push('not well-formed');
  const written = serialize(tree);
  if (serialize(parseFragment(written)) !== written) problems.push('mutation');
  return problems;
}

/** The tags of a node as they should have been written. */
function tagsOf(node: Node): string {
  if (!('tagName' in node)) return '';
  const isVoid = ['br', 'hr', 'img'].includes(node.tagName);
  return `<${node.tagName}${node.childNodes.map(tagsOf).join('')}${isVoid ? '' : `</${node.tagName}`}`;
}

function check(node: Node, problems: string[]): void {
  if (node.nodeName === '#text') return;
  if (!('tagName' in node)) {
    problems.push(node.nodeName);
    return;
  }
  const allowed = allowedOn(node);
  if (!allowed) problems.push(`<${node.tagName}>`);
  for (const { name, value } of node.attrs) {
    if (!allowed?.[name]?.test(value)) problems.push(`<${node.tagName} ${name}="${value}">`);
  }
  checkMeaning(node, problems);
  for (const child of node.childNodes) check(child, problems);
}

function allowedOn({ tagName, namespaceURI }: Element): Attributes | undefined {
  if (namespaceURI === names.NS.SVG) return svgTags[tagName];
  // KaTeX also nests these in the text of formulas, where browsers see HTML of unknown names.
  if (namespaceURI === names.NS.MATHML || mathmlTags.test(tagName))
    return mathmlTags.test(tagName) ? mathml : undefined;
  return Object.hasOwn(htmlTags, tagName) ? htmlTags[tagName] : undefined;
}

function checkMeaning(element: Element, problems: string[]): void {
  const value = (wanted: string) => element.attrs.find(({ name }) => name === wanted)?.value;
  const href = value('href');
  if (element.tagName === 'a' && !leadsSomewhereSafe(href)) problems.push(`href ${href}`);
  const classes = value('class');
  if (element.tagName === 'span' && classes !== undefined && !isKnownClass(classes)) problems.push(`class ${classes}`);
}

function leadsSomewhereSafe(href: string | undefined): boolean {
  if (href === undefined) return false;
  const url = URL.parse(href, 'https://chat.example.com/');
  const isHere = url?.host === 'chat.example.com';
  const scheme = /^([a-z]+):/i.exec(href)?.[1]?.toLowerCase();
  return scheme === undefined ? isHere && /^[/#]/.test(href) : protocols.includes(`${scheme}:`);
}

function isKnownClass(classes: string): boolean {
  if (pygments.test(classes) || spanClass.test(classes)) return true;
  return classes.split(' ').every((one) => one === '' || katexClass.test(one));
}
