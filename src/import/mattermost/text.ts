import { basename } from 'node:path';
import { writeAttachments } from '../../external/slack-attachments.ts';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { nameOfReference, renameEmoji, replaceReferences } from '../../external/slack-text.ts';
import type { ArchivedUser } from '../archive.ts';
import { convertDialect } from '../dialect.ts';
import type { Fields } from '../fields.ts';
import { quoteThread, sayName, withoutCommand } from '../plain.ts';
import type { PostInOrder } from '../post-index.ts';
import { writeReference } from '../references.ts';
import { attachmentsOf, fileKey } from './scan.ts';
import { channelPlace, findFile, type MattermostExport } from './source.ts';

interface Written {
  record: Fields;
  post: PostInOrder;
  sender: ArchivedUser;
}

/** The Markdown of a post, with references to users and channels. */
export function writeText(source: MattermostExport, { record, post, sender }: Written): string {
  const isDirect = source.directs.has(post.place);
  const props = record.maybeRecord('props');
  const refer = (text: string) => convert(source, text, post.place);
  const rules = { isOfDiscord: false, hasFormulas: true, refer };
  const named = convertDialect(record.text('message', ''), rules);
  const cards = replaceReferences(
    writeAttachments(props?.records('attachments').map((one) => one.all) ?? []),
    nameOfReference,
  );
  const written = paragraphs([
    quoteThread(source.posts, post, isDirect),
    sayName(props?.text('override_username', '') ?? '', sender),
    record.text('type', '') === 'me' ? `/me ${named.replace(/^\*|\*$/g, '')}` : withoutCommand(named),
    cards,
    Array.from(attachmentsOf(source, record), ({ path }) => writeFile(source, path)).join('\n'),
  ]);
  return written || '(no text)';
}

function convert({ accounts, channels }: MattermostExport, text: string, place: string): string {
  const team = place.slice(0, place.indexOf('/'));
  return renameEmoji(text)
    .replace(/(?<![\w@/])@([a-z0-9][a-z0-9._-]*)/gi, (whole, written: string) => {
      const [name = ''] = written.toLowerCase().match(/^.*[a-z0-9]/) ?? [];
      if (['all', 'channel', 'here'].includes(name)) return `@**all**${written.slice(name.length)}`;
      const user = accounts.find(written.toLowerCase()) ?? accounts.find(name);
      const length = accounts.find(written.toLowerCase()) ? written.length : name.length;
      return user ? `${writeReference('user', user.id)}${written.slice(length)}` : whole;
    })
    .replace(/(?<![\w~/])~([a-z0-9][a-z0-9_-]*)(?!~)/g, (whole, name: string) => {
      const called = channelPlace(team, name);
      const channel = channels.get(called);
      // The name of a private channel must not be revealed to users who may not see it.
      return channel && (!channel.invite_only || called === place) ? writeReference('channel', channel.id) : whole;
    });
}

function writeFile(source: MattermostExport, path: string): string {
  const name = basename(path);
  return findFile(source, path) === undefined ? `(file: ${name})` : source.files.link(fileKey(path), name);
}
