import { blocks, facts, link, type Markdown, md, nothing, written } from '../markdown.ts';
import { type Payload, payloadInvalid } from '../payload.ts';
import { always, documented, type Tool, type ToolMessage } from '../tool.ts';

/** For everything that can post to Mattermost: Slack's fields with Markdown. Mentions notify nobody. */
export const mattermost: Tool = {
  title: 'Mattermost-compatible webhook',
  payloads: documented('https://developers.mattermost.com/integrate/webhooks/incoming/'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const card = written(payload.any('props.card'));
  const text = blocks(written(payload.any('text')), ...payload.list('attachments').map(writeAttachment), card);
  if (text.source === '') throw payloadInvalid({ name: 'text', problem: 'is missing' });
  return { topic: payload.any('channel').replace(/^[#@]/, '') || payload.any('username') || 'Mattermost', text };
}

function writeAttachment(attachment: Payload): Markdown {
  const linked = (name: string, url: string) => {
    const label = attachment.any(name);
    return label === '' ? nothing : link(label, attachment.any(url));
  };
  const fields = attachment
    .list('fields')
    .map((one) => [one.any('title') || 'Field', written(one.any('value'))] as const);
  const title = linked('title', 'title_link');
  const shown = blocks(
    written(attachment.any('pretext')),
    linked('author_name', 'author_link'),
    title === nothing ? nothing : md`**${title}**`,
    written(attachment.any('text')),
    facts(Object.fromEntries(fields)),
    attachment.any('image_url') === '' ? nothing : link('Picture', attachment.any('image_url')),
    md`${attachment.any('footer')}`,
  );
  return shown.source === '' ? md`${attachment.any('fallback')}` : shown;
}
