import { createHash } from 'node:crypto';
import { escapeHtml } from '../ground/text.ts';

const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f8f6f1, #14191a);
  --card: light-dark(#fffefb, #1c2324);
  --line: light-dark(#e2ddd0, #2f393a);
  --text: light-dark(#22292a, #e6e3dc);
  --quiet: light-dark(#5d6665, #a3aba9);
  --accent: light-dark(#17595f, #7fc4c4);
  --signal: light-dark(#3f8f58, #78c48f);
  --edge: light-dark(#85887f, #788583);
  --wrong: light-dark(#a3262c, #f2a49c);
  --serif: Charter, 'Bitstream Charter', 'Iowan Old Style', 'Palatino Linotype', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 1.0625rem/1.65 var(--sans); -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; }
main, footer { max-width: 40rem; margin-inline: auto; padding-inline: 1.5rem; }
main { padding-block: clamp(3rem, 11vh, 7rem) 4rem; }
h1, h2 { font-family: var(--serif); font-weight: 500; text-wrap: balance; }
h1 { margin: 1.5rem 0 0; font-size: clamp(2.1rem, 1.5rem + 3.4vw, 3.1rem); line-height: 1.12; letter-spacing: -0.015em; }
h2 { margin: 3.75rem 0 0.6rem; font-size: 1.55rem; line-height: 1.3; }
p { margin: 0 0 1rem; text-wrap: pretty; }
img { display: block; width: 4rem; height: 4rem; border-radius: 28%; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
pre code { font-size: inherit; }
pre { margin: 0 0 1rem; padding: 1rem 1.25rem; overflow-x: auto; overflow-wrap: normal; line-height: 1.6;
  background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.about { margin-top: 1rem; font-size: 1.1875rem; line-height: 1.55; color: var(--quiet); }
.about > :last-child { margin-bottom: 0; }
.status { display: flex; gap: 0.7rem; align-items: baseline; margin: 2rem 0 0; }
.status::before { content: ''; flex: none; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--signal); }
.address { margin: 1.5rem 0; padding: 1.1rem 1.25rem; text-align: center; font: 500 1.25rem/1.4 var(--mono);
  color: var(--accent); background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.address, pre code { -webkit-user-select: all; user-select: all; }
.way { margin-top: 2rem; }
form { margin-top: 2.5rem; }
.card { padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--card); border: 1px solid var(--line);
  border-radius: 0.75rem; }
.card > :first-child { margin-top: 0; }
.field { margin-top: 1.5rem; }
.field p { margin: 0.4rem 0 0; }
label { display: block; margin-bottom: 0.4rem; font-weight: 600; }
input, button { font: inherit; color: inherit; border-radius: 0.5rem; }
input { width: 100%; padding: 0.65rem 0.85rem; background: var(--ground); border: 1px solid var(--edge); }
input:read-only { color: var(--quiet); border-style: dashed; }
input[aria-invalid] { border-color: var(--wrong); box-shadow: 0 0 0 1px var(--wrong); }
button { width: 100%; min-height: 3rem; margin-top: 2rem; padding: 0.7rem 1.5rem; font-weight: 600; cursor: pointer;
  color: var(--ground); background: var(--accent); border: 1px solid transparent; }
a.button { display: block; min-height: 3rem; padding: 0.7rem 1.5rem; border-radius: 0.5rem; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--ground); background: var(--accent); }
.providers { margin-top: 2.5rem; }
a.button:hover { filter: brightness(1.12); }
summary { margin-top: 2rem; cursor: pointer; }
details form { margin-top: 1.25rem; }
button.other { margin-top: 0.75rem; color: var(--accent); background: none; border-color: var(--edge); }
button small { font-weight: 400; opacity: 0.85; }
button:hover { filter: brightness(1.12); }
.error { margin: 0; font-weight: 600; color: var(--wrong); }
.hint { font-size: 0.9375rem; color: var(--quiet); }
footer { padding-block: 1.5rem 3rem; font-size: 0.9375rem; color: var(--quiet); }
footer p { margin: 0; padding-top: 1.5rem; border-top: 1px solid var(--line); }
@media (max-width: 30rem) { .address { font-size: 1.0625rem; padding-inline: 0.75rem; } }
@media (forced-colors: active) { .status::before { forced-color-adjust: none; } }
`;

const policy =
  `default-src 'none'; style-src '${hashOf(style)}'; img-src 'self'; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Allows a page to run one script, and no other. */
export function allowScript(script: string): { 'Content-Security-Policy': string } {
  return { 'Content-Security-Policy': `${policy}; script-src '${hashOf(script)}'` };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Headers of every page and picture. These pages run no scripts and cannot be framed. */
export const securityHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Renders a whole page. The title is text; `main` and `footer` are HTML. */
export function renderPage({ title, main, footer = '' }: { title: string; main: string; footer?: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/png" href="/favicon.ico">
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
${footer}
</body>
</html>
`;
}
