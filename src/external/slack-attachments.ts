import { isPlainObject } from '../http/params.ts';
import { heading, writeBlocks, writeButton } from './slack-blocks.ts';
import { paragraphs } from './slack-rich-text.ts';
import { type Fields, fieldsOf, inLine, link, listOf, stringOf, textOf, time } from './slack-text.ts';

/** Converts Slack's attachments, its older format for rich messages, to Markdown; colors are dropped. */
export function writeAttachments(attachments: readonly unknown[]): string {
  return paragraphs(attachments.map(writeAttachment));
}

function writeAttachment(attachment: unknown): string {
  if (!isPlainObject(attachment)) return textOf(attachment);
  const written = paragraphs([
    textOf(attachment.pretext),
    linked(attachment, 'author_name', 'author_link'),
    heading(linked(attachment, 'title', 'title_link')),
    textOf(attachment.text),
    writeFields(attachment),
    writeBlocks(listOf(attachment.blocks)),
    picture(attachment, 'image_url'),
    picture(attachment, 'thumb_url'),
    listOf(attachment.actions)
      .map((button) => writeButton(fieldsOf(button)))
      .join(' '),
    writeFooter(attachment),
  ]);
  // The text for clients that cannot show other fields.
  return written || textOf(attachment.fallback);
}

function linked(attachment: Fields, name: string, address: string): string {
  const text = textOf(attachment[name]);
  const url = stringOf(attachment[address]);
  return text === '' || url === '' ? text : link(url, text);
}

function picture(attachment: Fields, name: string): string {
  const url = stringOf(attachment[name]);
  return url === '' ? '' : link(url, '');
}

function writeFields(attachment: Fields): string {
  return listOf(attachment.fields)
    .map((field) => {
      const { title, value } = fieldsOf(field);
      const [name, text] = [inLine(textOf(title)), textOf(value)];
      if (name === '' || text === '') return name === '' ? text : `**${name}**`;
      return `**${name}**: ${text}`;
    })
    .filter((line) => line !== '')
    .join('\n');
}

function writeFooter(attachment: Fields): string {
  const when = attachment.ts === undefined ? undefined : time(Number(attachment.ts));
  return [textOf(attachment.footer), when ?? ''].filter((text) => text !== '').join(' ');
}
