import { blocks, facts, link, type Markdown, md, nothing, time, written } from '../markdown.ts';
import { type Payload, payloadInvalid } from '../payload.ts';
import { always, documented, type Tool, type ToolMessage } from '../tool.ts';

/** For everything that can post to Discord. Its Markdown is kept; mentions notify nobody. */
export const discord: Tool = {
  title: 'Discord-compatible webhook',
  payloads: documented('https://discord.com/developers/docs/resources/webhook#execute-webhook'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const text = blocks(written(payload.any('content')), ...payload.list('embeds').map(writeEmbed));
  if (text.source === '') throw payloadInvalid({ name: 'content', problem: 'is missing' });
  return { topic: payload.any('thread_name', 'username', 'embeds.0.title') || 'Discord', text };
}

function writeEmbed(embed: Payload): Markdown {
  const title = embed.any('title');
  const author = embed.any('author.name');
  const fields = embed
    .list('fields')
    .map((field) => [field.any('name') || 'Field', written(field.any('value'))] as const);
  const picture = embed.any('image.url');
  const when = embed.any('timestamp');
  return blocks(
    author === '' ? nothing : link(author, embed.any('author.url')),
    title === '' ? nothing : md`**${link(title, embed.any('url'))}**`,
    written(embed.any('description')),
    facts(Object.fromEntries(fields)),
    picture === '' ? nothing : link('Picture', picture),
    md`${embed.any('footer.text')} ${when === '' ? nothing : time(when)}`,
  );
}
