import { firstLine, link, type Markdown } from './markdown.ts';

/** A ticket of a help desk: its link and its topic, both with the number first. */
export function ticketOf(number: string, title: string, url: string): { shown: Markdown; topic: string } {
  const label = [number === '' ? '' : `#${number}`, firstLine(title)].filter(Boolean).join(' ') || 'ticket';
  return { shown: link(label, url), topic: label };
}
