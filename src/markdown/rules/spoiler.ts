import type { MarkdownIt, StateBlock } from 'markdown-it';
import { readBlocks } from '../fence.ts';
import { pushText } from '../lines.ts';

/** Renders spoilers: a visible header, and content that clients show on request. */
export function spoilerRule(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  rules.spoiler_content = () => '</div><div class="spoiler-content" aria-hidden="true">\n';
  rules.spoiler_close = () => '</div></div>\n';
}

export function pushSpoiler(state: StateBlock, title: string, start: number, end: number): void {
  state.push('spoiler_open', 'div', 1);
  if (title) pushText(state, 'paragraph', 'p', title);
  state.push('spoiler_content', 'div', 0);
  readBlocks(state, start, end);
  state.push('spoiler_close', 'div', -1);
}
