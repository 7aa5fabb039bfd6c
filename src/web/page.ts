import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pageStyle, tokensFile } from '../assets.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { appScheme } from '../sso/mobile-flow.ts';

// Read at once: its hash is part of the headers of every page.
const style = readFileSync(tokensFile, 'utf8') + readFileSync(pageStyle, 'utf8');

const policy =
  `default-src 'none'; style-src 'self' '${hashOf(style)}'; img-src 'self'; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Allows a page to run one script, and no other. */
export function allowScript(script: string): { 'Content-Security-Policy': string } {
  return { 'Content-Security-Policy': `${policy}; script-src '${hashOf(script)}'` };
}

/** Headers that also allow the forms of a page to lead to the app of a phone. */
export function allowApp(headers: Readonly<Record<string, string | string[]>> = {}): Record<string, string | string[]> {
  const allowed = String(headers['Content-Security-Policy'] ?? policy);
  return {
    ...headers,
    'Content-Security-Policy': allowed.replace("form-action 'self'", `form-action 'self' ${appScheme}`),
  };
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

interface Page {
  title: string;
  /** HTML, like `footer`. */
  main: string;
  footer?: string;
}

/** Renders a whole page in the language of its texts. */
export function renderPage({ language, direction }: Texts, { title, main, footer = '' }: Page): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/png" href="/favicon.ico">
<style>${style}</style>
<link rel="stylesheet" href="/accent.css">
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
