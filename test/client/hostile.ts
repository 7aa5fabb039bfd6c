/** What each text tries to call, and where it tries to send something. */
export const trap = 'trap';
export const foreign = 'https://foreign.example';

/** Markup that would run RUN, go to LINK or fetch URL if it became more than text. */
const templates = [
  '<img src=x ON=RUN>',
  '<img/src="x"/ON="RUN">',
  '<svg/ON=RUN>',
  '<svg><script>RUN</script></svg>',
  '<svg><animate onbegin=RUN attributeName=x dur=1s>',
  '<ScRiPt>RUN</sCrIpT>',
  '</script><script>RUN</script>',
  '</textarea></title><img src=x ON=RUN>',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<iframe src="LINK"></iframe>',
  '<object data="LINK"></object><embed src="URL">',
  '<body ON=RUN><input autofocus onfocus=RUN>',
  '<details open ontoggle=RUN><summary>x</summary></details>',
  '<video poster=URL><source onerror=RUN></video>',
  '<a href="LINK">x</a>',
  '<form action="LINK"><button formaction="LINK">x</button></form>',
  '<math href="LINK"><mtext>x</mtext></math>',
  '<base href="URL/"><link rel=stylesheet href=URL>',
  '<meta http-equiv=refresh content="0;url=URL">',
  '<style>@import "URL"; * { background: url(URL) }</style>',
  '<div style="background: url(URL)" ON=RUN>x</div>',
  '<noscript><p title="</noscript><img src=x ON=RUN>">',
  '<template><img src=x ON=RUN></template>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x ON=RUN&gt;">',
  '" ON="RUN" x="',
  "' ON='RUN' x='",
  '[x](LINK)',
  '[x](<LINK>)',
  '[x](URL "\\" ON=RUN x=\\"")',
  '![x](LINK)',
  '![x](URL/x.png)',
  '![<img src=x ON=RUN>](URL/x.png)',
  '[<img src=x ON=RUN>](URL)',
  '[x.png](/user_uploads/1/"ON="RUN/x.png)',
  '[x]: LINK\n\n[x]',
  '<LINK>',
  '<URL"ON="RUN>',
  'URL"ON="RUN',
  '@**<img src=x ON=RUN>**',
  '@_**" ON="RUN**',
  '#**<svg ON=RUN>>x**',
  ':<img src=x ON=RUN>:',
  '<time:<img src=x ON=RUN>>',
  '<time:2026-01-01T00:00:00Z" ON="RUN>',
  '$$\\href{LINK}{x}$$',
  '$$\\htmlData{x=" ON="RUN}{x}$$',
  '$$\\includegraphics{URL/x.png}$$',
  '`<img src=x ON=RUN>`',
  '```"ON="RUN\n<img src=x ON=RUN>\n```',
  '```spoiler <img src=x ON=RUN>\n<img src=x ON=RUN>\n```',
  '{{constructor.constructor("RUN")()}}',
];

/** Ways to say javascript: */
const links = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  'java\tscript:RUN',
  '\u0001javascript:RUN',
  'javascript&colon;RUN',
  '&#106;avascript:RUN',
  'data:text/html,<script>RUN</script>',
  'vbscript:RUN',
];

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'ONERROR',
  'onanimationstart',
  'onpointerenter',
];

/** What stands around it. */
const wraps: ((text: string) => string)[] = [
  (text) => text,
  (text) => `> ${text}`,
  (text) => `- ${text}\n- x`,
  (text) => `**${text}**`,
  (text) => `# ${text}`,
  (text) => `| a |\n|---|\n| ${text} |`,
  (text) => `[${text}](https://example.com/)`,
  (text) => `[x](https://example.com/${text})`,
  (text) => `\`\`\`quote\n${text}\n\`\`\``,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '&#x3c;'),
  (text) => text.replaceAll('<', '\\<'),
  (text) => `${text}${text}`,
  (text) => `~~${text}~~`,
  (text) => `1. ${text}`,
];

/** Every template in every wrap with every way to run something. */
export function listHostile(): string[] {
  const texts = templates.flatMap((template) =>
    wraps.flatMap((wrap) => links.map((_, way) => wrap(fill(template, way)))),
  );
  return [...new Set(texts)].map((text, index) => text.replaceAll('RUN', `${trap}(${index})`));
}

function fill(template: string, way: number): string {
  return template
    .replaceAll('LINK', links[way] ?? '')
    .replaceAll('ON', handlers[way] ?? '')
    .replaceAll('URL', `${foreign}/${way}`);
}

/** Hostile texts that are short enough for names. */
export function listHostileNames(): string[] {
  const texts = templates.flatMap((template) => links.map((_, way) => fill(template, way)));
  const short = texts.map((text, index) => text.replaceAll('RUN', `${trap}(${index})`).replaceAll('\n', ' '));
  return [...new Set(short)].filter((text) => text.length <= 60);
}
