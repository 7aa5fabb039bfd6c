import type { Context } from '../../context.ts';
import { getConversation, presentTopic } from '../../conversations/conversation.ts';
import type { Message } from '../../conversations/message.ts';
import { accessMessage, invalidMessage } from '../../conversations/readable.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, hint, integer, optional, required } from '../../http/params.ts';
import { type Edit, listNewestEdits, visibleEdits } from '../../messages/edit-history.ts';
import { diffHtml } from '../../messages/html-diff.ts';
import type { MessageVariant } from '../../messages/message-writer.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const historyDisabled = errorKind('Message edit history is disabled in this organization');

export const getMessageHistory: Endpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  summary: "Get a message's edit history",
  access: 'user',
  scoped: 'reads',
  weight: () => 5,
  params: {
    message_id: required(integer(), 'The message.'),
    allow_empty_topic_name: optional(hint(boolean()), 'Whether the empty topic is returned as an empty string.', {
      fallback: false,
    }),
  },
  errors: [invalidMessage, historyDisabled],
  handler({ app, db, user }, { message_id, allow_empty_topic_name }) {
    const policy = findRealmSetting(db, 'message_edit_history_visibility_policy');
    if (policy === 'none') throw historyDisabled();
    const message = accessMessage(app, user, message_id);
    const edits = visibleEdits(listNewestEdits(db, JSON.stringify([message.id]), mostOfEdits), policy);
    return { message_history: presentHistory(app, message, edits, { empty_topic_name: allow_empty_topic_name }) };
  },
});

/** Maximum bytes of edits; their presentation is several times as large. */
const mostOfEdits = 500_000;

/** A version of a message. */
interface Snapshot {
  topic: string;
  content: string;
  rendered_content: string;
}

/** The versions of a message, oldest first: the one before all edits, then one for each. `edits` are newest first. */
function presentHistory(
  app: Context,
  message: Message,
  edits: readonly Edit[],
  asked: Pick<MessageVariant, 'empty_topic_name'>,
): object[] {
  const { topic } = getConversation(app.db, message.conversation_id);
  // A direct message has no topic, which differs from the empty topic.
  const variant = topic === null ? { empty_topic_name: true } : asked;
  let later: Snapshot = {
    topic: topic ?? '',
    content: message.content,
    rendered_content: message.rendered_content,
  };
  let compared = 0;
  const newestFirst = edits.map((edit) => {
    compared += later.rendered_content.length + (edit.prev_rendered_content?.length ?? 0);
    const entry = presentSnapshot(edit, later, variant, compared <= mostCompared ? diffHtml : presentOnly);
    later = before(edit, later);
    return entry;
  });
  const original = { user_id: message.sender_id, timestamp: message.sent_at, ...later };
  return [{ ...original, topic: presentTopic(later.topic, variant) }, ...newestFirst.reverse()];
}

// In characters of HTML: comparing this many takes about twenty milliseconds.
const mostCompared = 200_000;

function presentOnly(_previous: string, present: string): string {
  return present;
}

function before(edit: Edit, after: Snapshot): Snapshot {
  return {
    topic: edit.prev_topic ?? after.topic,
    content: edit.prev_content ?? after.content,
    rendered_content: edit.prev_rendered_content ?? after.rendered_content,
  };
}

function presentSnapshot(
  edit: Edit,
  after: Snapshot,
  variant: Pick<MessageVariant, 'empty_topic_name'>,
  compare: typeof diffHtml,
): object {
  const { prev_content, prev_rendered_content, prev_topic } = edit;
  return {
    ...after,
    topic: presentTopic(after.topic, variant),
    user_id: edit.user_id,
    timestamp: edit.edited_at,
    ...(prev_topic === null ? {} : { prev_topic: presentTopic(prev_topic, variant) }),
    ...(edit.channel_id === null ? {} : { stream: edit.channel_id, prev_stream: edit.prev_channel_id }),
    ...(prev_content === null || prev_rendered_content === null
      ? {}
      : {
          prev_content,
          prev_rendered_content,
          content_html_diff: compare(prev_rendered_content, after.rendered_content),
        }),
  };
}
