import { paragraphs } from '../../external/slack-rich-text.ts';
import { link, time } from '../../external/slack-text.ts';
import { narrowUrl } from '../../markdown/narrow-url.ts';
import type { ArchivedUser } from '../archive.ts';
import { convertDialect } from '../dialect.ts';
import type { Fields } from '../fields.ts';
import { sayName, withoutCommand } from '../plain.ts';
import type { PostInOrder } from '../post-index.ts';
import { writeReference } from '../references.ts';
import { topicOfText } from '../thread-topic.ts';
import { type Attached, listAttached, mentionsOf } from './scan.ts';
import { type DiscordExport, findFile } from './source.ts';

interface Written {
  record: Fields;
  post: PostInOrder;
  sender: ArchivedUser;
}

/** The Markdown of a message, with references to users, groups and channels. */
export function writeText(source: DiscordExport, { record, post, sender }: Written): string {
  const isBot = sender.bot_type !== null;
  const forwarded = record.maybeRecord('forwardedMessage');
  const written = paragraphs([
    quoteAnswered(source, record, post.place),
    isBot ? sayName(record.maybeRecord('author')?.text('nickname', '') ?? '', sender) : '',
    withoutCommand(convert(source, { record, post }, record.text('content', ''))),
    forwarded ? convert(source, { record, post }, forwarded.text('content', '')).replace(/^/gm, '> ') : '',
    isBot ? writeEmbeds(source, { record, post }) : '',
    Array.from(listAttached(source, record), (one) => writeFile(source, post.file, one)).join('\n'),
  ]);
  // Those of people are previews of links, unless the message has nothing else.
  return written || writeEmbeds(source, { record, post }) || '(no text)';
}

function writeEmbeds(source: DiscordExport, { record, post }: Pick<Written, 'record' | 'post'>): string {
  return paragraphs(record.records('embeds').map((one) => writeEmbed(source, { record, post }, one)));
}

/** A line about the message that this one replies to. */
function quoteAnswered(source: DiscordExport, record: Fields, place: string): string {
  const { posts, reader, accounts, channels } = source;
  if (record.text('type', '') !== 'Reply') return '';
  const answered = posts.find(place, record.maybeRecord('reference')?.maybeKey('messageId') ?? '');
  if (!answered) return '';
  const old = reader.read(answered);
  const author = old.maybeRecord('author')?.maybeKey('id') ?? '';
  const name = accounts.find(author)?.full_name ?? '';
  const channel = channels.get(place);
  const near = { operator: 'near', id: answered.id } as const;
  const start = topicOfText(withoutMarks(source, old.text('content', '')));
  const url = channel && narrowUrl(channel, answered.topic ?? '', near);
  return `> ${url === undefined ? name : `[${name.replace(/[[\]]/g, ' ')}](${url})`}: ${start || '…'}`;
}

/** A text for a line about its message. Names of channels are not for everybody. */
function withoutMarks({ accounts, roles }: DiscordExport, text: string): string {
  return text
    .replace(/\|\|[\s\S]*?\|\|/g, '…')
    .replace(/<t:(\d+)(?::\w)?>/g, (_, seconds: string) => time(Number(seconds))?.slice('<time:'.length, -1) ?? '…')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${accounts.find(id)?.full_name ?? '…'}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${roles.get(id)?.name ?? '…'}`)
    .replace(/<#\d+>/g, '#…')
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/[*`~|<>]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ');
}

/** Converts a text of a message, or of a part of it. */
function convert(source: DiscordExport, { record, post }: Pick<Written, 'record' | 'post'>, text: string): string {
  const refer = (part: string) => nameAll(source, { record, post }, part);
  return convertDialect(text, { isOfDiscord: true, hasFormulas: false, refer });
}

// Exports contain either Discord's marks or, usually, the displayed names instead.
function nameAll(source: DiscordExport, { record, post }: Pick<Written, 'record' | 'post'>, text: string): string {
  const marked = text
    .replace(/<@!?(\d+)>/g, (whole, id: string) => referTo('user', source.accounts.find(id)) ?? whole)
    .replace(/<@&(\d+)>/g, (whole, id: string) => referTo('group', source.roles.get(id)) ?? whole)
    .replace(/<#(\d+)>/g, (whole, id: string) => referTo('channel', source.channels.get(id)) ?? whole)
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/<(\/[^:<>\n]+):\d+>/g, '$1')
    .replace(/<t:(\d+)(?::\w)?>/g, (whole, seconds: string) => time(Number(seconds)) ?? whole);
  if (!marked.includes('@')) return marked;
  const names = [...namesOf(source, record, post.file)].sort(([one], [other]) => other.length - one.length);
  return names
    .reduce((rest, [name, reference]) => rest.replaceAll(`@${name}`, reference), marked)
    .replace(/(?<![\w@])@(?:everyone|here)\b/g, '@**all**');
}

function referTo(kind: 'user' | 'group' | 'channel', one: { id: number } | undefined): string | undefined {
  return one && writeReference(kind, one.id);
}

/** References by the names of mentioned users and of all roles. */
function* namesOf(source: DiscordExport, record: Fields, file: string): Generator<[string, string]> {
  for (const { id, name } of source.roles.values()) if (name !== '') yield [name, writeReference('group', id)];
  for (const { from, user } of mentionsOf(source, record, file)) {
    const names = [from.text('nickname', ''), from.text('name', '')].filter(Boolean);
    for (const name of names) yield [name, writeReference('user', user.id)];
  }
}

function writeEmbed(source: DiscordExport, { record, post }: Pick<Written, 'record' | 'post'>, embed: Fields): string {
  const author = embed.maybeRecord('author');
  const image = embed.maybeRecord('image') ?? embed.records('images')[0];
  const picture = image?.text('canonicalUrl', image.text('url', '')) ?? '';
  const title = embed.text('title', '');
  return paragraphs([
    author ? linked(author.text('url', ''), author.text('name', '')) : '',
    title === '' ? '' : `## ${linked(embed.text('url', ''), title)}`,
    convert(source, { record, post }, embed.text('description', '')),
    embed
      .records('fields')
      .map((one) => `**${one.text('name', '')}**: ${convert(source, { record, post }, one.text('value', ''))}`)
      .join('\n'),
    /^https?:/.test(picture) ? link(picture, '') : '',
    embed.maybeRecord('footer')?.text('text', '') ?? '',
  ]);
}

function linked(url: string, text: string): string {
  return url === '' ? text : link(url, text);
}

function writeFile({ folder, files }: DiscordExport, channelFile: string, { id, name, url }: Attached): string {
  if (findFile(folder, channelFile, url) !== undefined) return files.link(id, name);
  return /^https?:/.test(url) ? link(url, name) : `(file: ${name})`;
}
