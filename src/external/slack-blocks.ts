import { isPlainObject } from '../http/params.ts';
import { paragraphs, writeRichText } from './slack-rich-text.ts';
import { type Fields, fieldsOf, inLine, link, listOf, stringOf, textOf } from './slack-text.ts';

/** Converts Slack's blocks to Markdown. An unknown block is shown by its texts. */
export function writeBlocks(blocks: readonly unknown[]): string {
  return paragraphs(blocks.map(writeBlock));
}

function writeBlock(block: unknown): string {
  if (!isPlainObject(block)) return textOf(block);
  const kind = stringOf(block.type);
  const write = Object.hasOwn(writers, kind) ? writers[kind] : undefined;
  return write ? write(block) : writeUnknown(block, kind);
}

const writers: Readonly<Record<string, (block: Fields) => string>> = {
  header: (block) => heading(textOf(block.text)),
  section: writeSection,
  divider: () => '----',
  image: writeImage,
  context: (block) => inlineElements(block.elements),
  actions: (block) => inlineElements(block.elements),
  rich_text: writeRichText,
  markdown: (block) => stringOf(block.text),
  video: writeVideo,
  table: writeTable,
};

/** A heading; empty for an empty text. */
export function heading(text: string): string {
  const line = inLine(text);
  return line === '' ? '' : `## ${line}`;
}

function writeSection(block: Fields): string {
  const fields = paragraphs(listOf(block.fields).map(textOf)).replaceAll('\n\n', '\n');
  return paragraphs([textOf(block.text), fields, writeElement(block.accessory)]);
}

function writeImage(block: Fields): string {
  const url = stringOf(block.image_url) || stringOf(fieldsOf(block.slack_file).url);
  return link(url, textOf(block.title) || stringOf(block.alt_text));
}

function writeVideo(block: Fields): string {
  const url = stringOf(block.title_url) || stringOf(block.video_url);
  return paragraphs([link(url, textOf(block.title) || stringOf(block.alt_text)), textOf(block.description)]);
}

function inlineElements(elements: unknown): string {
  return listOf(elements)
    .map(writeElement)
    .filter((text) => text !== '')
    .join(' ');
}

/** Converts an element of a block: an image, a button or a menu. */
function writeElement(element: unknown): string {
  if (!isPlainObject(element)) return textOf(element);
  if (element.type === 'image') return writeImage(element);
  if (element.type === 'mrkdwn' || element.type === 'plain_text') return textOf(element);
  if (element.type === 'button') return writeButton(element);
  return textsIn(element, 0).join(' ');
}

/** A button with a URL becomes a link. Others have no function here, so they become text. */
export function writeButton(button: Fields): string {
  const label = textOf(button.text);
  const url = stringOf(button.url);
  if (url !== '') return link(url, label);
  return label === '' ? '' : `**${inLine(label)}**`;
}

function writeTable(block: Fields): string {
  const rows = listOf(block.rows).map((row) => listOf(row).map(writeCell));
  const [head] = rows;
  if (!head) return '';
  const lines = [head, head.map(() => '---'), ...rows.slice(1)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function writeCell(cell: unknown): string {
  const fields = fieldsOf(cell);
  const text = fields.type === 'rich_text' ? writeRichText(fields) : stringOf(fields.text);
  return inLine(text).replaceAll('|', '¦');
}

function writeUnknown(block: Fields, kind: string): string {
  const texts = textsIn(block, 0);
  if (texts.length > 0) return paragraphs(texts);
  return kind === '' ? '' : `(${kind}: cannot be shown here)`;
}

const maxDepth = 6;
const textKeys = ['title', 'header', 'label', 'text', 'fallback', 'alt_text', 'description', 'placeholder', 'value'];
const listKeys = ['fields', 'elements', 'blocks', 'options', 'element'];

function textsIn(value: unknown, depth: number): string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, depth + 1));
  if (!isPlainObject(value)) return textOf(value).trim() === '' ? [] : [textOf(value)];
  const keys = [...textKeys.filter((key) => !isPlainObject(value[key]) || key !== 'value'), ...listKeys];
  return keys.flatMap((key) => textsIn(value[key], depth + 1));
}
