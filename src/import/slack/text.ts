import { codeBlock } from '../../external/markdown.ts';
import { writeSlackMessage } from '../../external/slack-message.ts';
import { paragraphs } from '../../external/slack-rich-text.ts';
import { link, nameOfReference, replaceReferences, type SlackReference } from '../../external/slack-text.ts';
import { narrowUrl } from '../../markdown/narrow-url.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import { quoteThread, sayName, withoutCommand } from '../plain.ts';
import type { PostInOrder } from '../post-index.ts';
import { writeReference } from '../references.ts';
import { hiddenName, isHiddenFrom, type SlackConversation } from './conversations.ts';
import { filesOf, isDeleted, isHiddenByPlan, nameOfFile } from './scan.ts';
import type { SlackExport } from './source.ts';

interface Written {
  record: Fields;
  post: PostInOrder;
  conversation: SlackConversation;
  sender: ArchivedUser;
}

/** The Markdown of a message, with references to users and channels. */
export function writeText(source: SlackExport, { record, post, conversation, sender }: Written): string {
  const attachments = record.records('attachments').filter((one) => !isPreview(one));
  const written = writeSlackMessage({
    text: record.text('text', ''),
    blocks: record.records('blocks').length > 0 ? record.raw('blocks') : undefined,
    attachments: attachments.map((one) => one.all),
  });
  const named = linkPosts(
    source,
    conversation,
    replaceReferences(written, (reference) => answer(source, conversation, reference)),
  );
  const isAction = record.text('subtype', '') === 'me_message';
  const text = paragraphs([
    quoteThread(source.posts, post, !conversation.channel),
    record.text('subtype', '') === 'bot_message' ? sayName(record.text('username', ''), sender) : '',
    isAction ? `/me ${named}` : withoutCommand(named),
    filesOf(source, record)
      .map((file) => writeFile(source, file))
      .join('\n'),
  ]);
  return text || (record.text('subtype', '') === 'huddle_thread' ? '(huddle)' : '(no text)');
}

/** Whether an attachment is a preview that Slack added to a link. Shared messages are not previews. */
function isPreview(attachment: Fields): boolean {
  const isShared = attachment.raw('is_msg_unfurl') === true || attachment.raw('is_share') === true;
  return !isShared && (attachment.has('from_url') || attachment.has('original_url'));
}

function answer({ people, byId }: SlackExport, conversation: SlackConversation, reference: SlackReference): string {
  if (reference.kind === 'everyone') return '@**all**';
  if (reference.kind === 'user') {
    const user = people.find(reference.id);
    return user ? writeReference('user', user.id) : nameOfReference(reference);
  }
  const target = reference.kind === 'channel' ? byId.get(reference.id) : undefined;
  if (target && isHiddenFrom(conversation, target)) return hiddenName;
  const channel = target?.channel;
  return channel ? writeReference('channel', channel.id) : nameOfReference(reference);
}

const postUrl = /(\]\()?https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?[^\s)\]>]*)?/g;

/** Links to messages of the workspace become links to the imported messages. */
function linkPosts({ byId, posts }: SlackExport, from: SlackConversation, text: string): string {
  if (!text.includes('.slack.com/archives/')) return text;
  return text.replace(
    postUrl,
    (whole: string, label: string | undefined, place: string, s: string, fraction: string) => {
      const conversation = byId.get(place);
      const post = posts.find(place, `${s}.${fraction}`);
      if (!conversation || !post) return whole;
      const { url, shown } = addressOf(conversation, post, isHiddenFrom(from, conversation));
      return label === undefined ? `[${shown}](${url})` : `](${url}`;
    },
  );
}

/** The URL of a message, and its label; both without a name if that is hidden. */
function addressOf({ channel, name, member_ids }: SlackConversation, post: PostInOrder, isHidden: boolean) {
  const near = { operator: 'near', id: post.id } as const;
  if (isHidden) return { url: `/#narrow/near/${post.id}`, shown: 'message' };
  if (!channel) return { url: `/#narrow/dm/${member_ids.join(',')}/near/${post.id}`, shown: 'message' };
  return { url: narrowUrl({ id: channel.id, name }, post.topic ?? '', near), shown: `#${name}` };
}

function writeFile({ files, downloads }: SlackExport, file: Fields): string {
  const id = file.text('id');
  const name = nameOfFile(file);
  if (downloads.has(id)) return files.link(id, name);
  if (isHiddenByPlan(file)) return `(file that Slack did not export: ${name})`;
  if (isDeleted(file)) return `(deleted file: ${name})`;
  const url = file.maybeText('external_url') || file.maybeText('permalink') || file.text('url_private', '');
  const preview = file.text('preview', '');
  // The query contains a key to all files of the workspace.
  return paragraphs([link(url.replace(/\?.*$/s, ''), name), preview === '' ? '' : codeBlock(preview).source]);
}
