import { escapeHtml } from '../ground/text.ts';
import type { ShownConversation } from './preview.ts';
import type { Remark, Tally } from './tally.ts';

/** What a page says about a dry run. */
interface Preview {
  /** The name of the archive. */
  file: string;
  format: string;
  tally: Tally;
  conversations: readonly ShownConversation[];
}

/** One HTML file without scripts and without anything from elsewhere. */
export function previewPage({ file, format, tally, conversations }: Preview): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dry run of ${escapeHtml(file)}</title>
<style>${style}</style>
<main>
<h1>What would come from ${escapeHtml(file)}</h1>
<p>Read as an archive of ${escapeHtml(format)}. Nothing has been stored.</p>
<table>
<thead><tr><th>Count<th>What</tr></thead>
<tbody>${[...tally.came].map(([noun, count]) => `<tr><td>${count}<td>${escapeHtml(noun)}</tr>`).join('')}</tbody>
</table>
${remarks('Left out', tally.left)}
${remarks('Changed', tally.changed)}
${conversations.map(conversationHtml).join('\n')}
</main>
`;
}

function remarks(title: string, list: readonly Remark[]): string {
  if (list.length === 0) return '';
  const items = list.map(({ count, noun, reason, examples }) => {
    const shown = examples.length === 0 ? '' : ` <small>(${escapeHtml(examples.join(', '))})</small>`;
    return `<li>${count} × ${escapeHtml(noun)}: ${escapeHtml(reason)}${shown}`;
  });
  return `<h2>${title}</h2>\n<ul>${items.join('\n')}</ul>`;
}

function conversationHtml({ place, count, messages }: ShownConversation): string {
  const rows = messages.map(({ sender, sent_at, before, after, reactions }) => {
    const time = new Date(sent_at * 1000).toISOString();
    const marks = reactions.length === 0 ? '' : `<p class="reactions">${escapeHtml(reactions.join(' · '))}</p>`;
    return `<article>
<h3>${escapeHtml(sender)} <time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time></h3>
<div class="before">${before === '' ? '<i>no text</i>' : escapeHtml(before)}</div>
<div class="after">${after}${marks}</div>
</article>`;
  });
  const rest = count > messages.length ? `<p>… and ${count - messages.length} more messages.</p>` : '';
  return `<section>
<h2>${escapeHtml(place)}</h2>
<div class="titles"><b>In the archive</b><b>Here</b></div>
${rows.join('\n')}
${rest}</section>`;
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 70rem; margin: auto; padding: 1rem; }
h2 { margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1em; grid-column: 1 / -1; }
time, small { font-weight: normal; opacity: .7; }
td:first-child { text-align: right; padding-right: 1rem; font-variant-numeric: tabular-nums; }
th { text-align: left; }
article, .titles { display: grid; grid-template-columns: 1fr 1fr; gap: .25rem 1.5rem; padding: .5rem 0; border-top: 1px solid #8884; }
.before, .after { min-width: 0; overflow-wrap: anywhere; }
.before { white-space: pre-wrap; font-family: ui-monospace, monospace; font-size: .9em; opacity: .85; }
.after p, .after pre { margin: 0 0 .5rem; }
.after pre { overflow-x: auto; }
.after .message_inline_image, .after .message_inline_video, .after img { display: none; }
.reactions { font-size: .9em; opacity: .8; }
@media (max-width: 40rem) { article, .titles { grid-template-columns: 1fr; } .after { border-left: 3px solid #8888; padding-left: .75rem; } }
`;
