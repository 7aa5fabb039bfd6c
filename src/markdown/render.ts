import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../ground/text.ts';
import { envOf, type Findings, type Lookups, newContext } from './context.ts';
import { renderPlain } from './plain.ts';
import { channelLinkRule } from './rules/channel-link.ts';
import { codeRule } from './rules/code.ts';
import { dialectRule } from './rules/dialect.ts';
import { emojiRule } from './rules/emoji.ts';
import { emphasisRule } from './rules/emphasis.ts';
import { fenceRule } from './rules/fence.ts';
import { findingRule } from './rules/finding.ts';
import { headingRule } from './rules/heading.ts';
import { imageRule } from './rules/image.ts';
import { inlineCodeRule } from './rules/inline-code.ts';
import { linkLabelRule } from './rules/link-label.ts';
import { linkifierRule } from './rules/linkifier.ts';
import { listRule } from './rules/list.ts';
import { localLinkRule } from './rules/local-link.ts';
import { mathRule } from './rules/math.ts';
import { mentionRule } from './rules/mention.ts';
import { previewRule } from './rules/preview.ts';
import { quoteRule } from './rules/quote.ts';
import { spoilerRule } from './rules/spoiler.ts';
import { tableRule } from './rules/table.ts';
import { timeRule } from './rules/time.ts';
import { urlRule } from './rules/url.ts';
import { useLightTokens } from './states.ts';

/** Increases whenever the same text renders to different HTML. */
export const rendererVersion = 14;

// Each rule is one part of the dialect. If two apply, the order of this list decides.
const rules = [
  dialectRule,
  linkLabelRule,
  headingRule,
  fenceRule,
  codeRule,
  inlineCodeRule,
  emphasisRule,
  quoteRule,
  spoilerRule,
  listRule,
  tableRule,
  mathRule,
  timeRule,
  urlRule,
  mentionRule,
  channelLinkRule,
  linkifierRule,
  emojiRule,
  findingRule,
  localLinkRule,
  imageRule,
  previewRule,
];

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
useLightTokens(markdown);
for (const rule of rules) markdown.use(rule);

/** In bytes: the longest HTML of a description, of which the initial state has many. */
const maxDescriptionHtml = 10_000;

/**
 * The HTML of a Markdown description, in which names are not resolved. Safe to show, whatever the text. If it would be
 * too long, the description is shown as it is written.
 */
export function renderMarkdown(text: string): string {
  const { html } = renderText(text, undefined);
  return isLonger(html, maxDescriptionHtml) ? renderWritten(text).html : html;
}

export interface RenderedText {
  /** Safe to show, whatever the text. */
  html: string;
  findings: Findings;
}

/** Renders Markdown to HTML, and collects its mentions, links and text. */
export function renderText(text: string, lookups: Lookups | undefined): RenderedText {
  const context = newContext(lookups);
  const plain = lookups?.findLinks ? undefined : renderPlain(text);
  if (plain !== undefined) return { html: plain, findings: { ...context.findings, spoken: text } };
  const html = markdown.render(text, envOf(context)).trimEnd();
  return { html, findings: context.findings };
}

/** Renders a text as it is written, without Markdown. */
export function renderWritten(text: string): RenderedText {
  const html = `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`;
  return { html, findings: { ...newContext(undefined).findings, spoken: text } };
}

/** Whether a text has more than so many bytes. */
export function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes / 3 && Buffer.byteLength(text) > bytes;
}
