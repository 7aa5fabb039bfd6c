import type { Texts } from '../ground/texts.ts';
import type { ParsedMail } from '../mail/parsed-mail.ts';
import { escapeLabel } from '../markdown/escape.ts';
import { maxMessageLength } from '../messages/message.ts';
import { uploadUrl } from '../uploads/address.ts';
import type { Attachment } from '../uploads/attachment.ts';

const cutMark = '[message truncated]';
/** In characters. */
const longestSender = 300;

/** The parts of a message created from a mail. */
interface Parts {
  /** Markdown; empty if there is none. */
  text: string;
  /** Undefined if the sender is not shown. */
  from: ParsedMail['from'] | undefined;
  attachments: readonly Attachment[];
  /** Whether the text may be in a form that is not read. */
  is_unreadable: boolean;
  /** Number of further files that are too large, too many, or beyond the quota. */
  left_out: number;
}

/** The Markdown of the message for a mail: sender, text, files. The text is truncated if it is too long. */
export function writeMessage(texts: Texts, parts: Parts): string {
  const { from, attachments, left_out } = parts;
  const head = from ? `${texts.markdown('gateway.from', { sender: describeSender(texts, from) })}\n\n` : '';
  const links = linksTo(attachments);
  const count = left_out + attachments.length - links.length;
  const tail = [...links, ...(count === 0 ? [] : [texts.t('gateway.leftOut', { count })])].join('\n');
  const body = parts.text.trim() || excuse(texts, parts);
  const room = maxMessageLength - lengthOf(head) - lengthOf(tail) - 2;
  return `${head}${cut(body, room)}${tail === '' ? '' : `\n\n${tail}`}`.trim();
}

/** What stands in place of a text; nothing where files speak for themselves. */
function excuse(texts: Texts, { attachments, is_unreadable }: Parts): string {
  if (is_unreadable) return texts.t('gateway.unreadText');
  return attachments.length === 0 ? texts.t('gateway.noText') : '';
}

/** Links to the first files, as long as half of the message remains for the text. */
function linksTo(attachments: readonly Attachment[]): string[] {
  const links: string[] = [];
  let room = maxMessageLength / 2;
  for (const { name, path_id } of attachments) {
    const link = `[${escapeLabel(name)}](${uploadUrl(path_id)})`;
    room -= lengthOf(link) + 1;
    if (room < 0) break;
    links.push(link);
  }
  return links;
}

/** In code points. */
function lengthOf(text: string): number {
  return [...text].length;
}

function describeSender(texts: Texts, { name, address }: ParsedMail['from']): string {
  const shown = name === '' || name === address ? address : `${name} <${address}>`;
  return escapeLabel(shown.slice(0, longestSender).toWellFormed()) || texts.t('gateway.nobody');
}

/** Truncates a text to `max` code points, including the truncation mark and closing marks. */
function cut(text: string, max: number): string {
  const whole = closed(text);
  const characters = Array.from(whole.slice(0, 2 * max + 2));
  if (characters.length <= max) return whole;
  return closed(`${characters.slice(0, max - cutMark.length - longestFence - 2).join('')}\n${cutMark}`);
}

const longestFence = 100;

/** The text with its last code block closed, so that the files below are not part of it. */
function closed(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) open = undefined;
  }
  return open === undefined ? text : `${text}\n${open.slice(0, longestFence)}`;
}
