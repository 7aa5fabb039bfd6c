import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pageStyle, tokensFile } from '../assets.ts';
import { escapeHtml } from '../ground/text.ts';

// Read at once: its hash is part of the headers of every page.
const style = readFileSync(tokensFile, 'utf8') + readFileSync(pageStyle, 'utf8');

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
