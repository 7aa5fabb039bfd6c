import { isResolved } from '../actions.ts';
import type { Message, NarrowTerm } from '../api/types.ts';
import { formatNarrow } from '../routes.ts';
import { conversationOf } from '../store/conversation.ts';
import { resolvedPrefix } from '../store/fold/messages.ts';
import { useClient } from './context.ts';
import { formatDay } from './time.ts';
import { openDialog } from './view-state.ts';

/** The start of a day. It opens a dialog with other days. */
export function DayLine({ timestamp, narrow }: { timestamp: number; narrow: readonly NarrowTerm[] }) {
  return (
    <div class="day">
      <button
        type="button"
        title="Go to another day"
        onClick={() => {
          openDialog({ kind: 'date', narrow, timestamp });
        }}
      >
        {formatDay(timestamp)}
      </button>
    </div>
  );
}

export function UnreadLine() {
  return (
    <div class="unread-line">
      <span>New</span>
    </div>
  );
}

/** Shows the conversation of the messages below it, in lists of several conversations. */
export function RecipientBar({ message }: { message: Message }) {
  const client = useClient();
  const conversation = conversationOf(message, client.store.user_id);
  const href = client.linkTo(conversation);
  if (conversation.type === 'direct')
    return (
      <h2 class="recipient">
        <a href={href}>
          <span class="swatch is-direct" aria-hidden="true" />
          You and {client.describePeople(conversation.user_ids)}
        </a>
      </h2>
    );
  const { stream_id, topic } = conversation;
  const channel = formatNarrow([{ operator: 'channel', operand: stream_id }], {
    channelName: (id) => client.channelName(id),
  });
  return (
    <h2 class="recipient">
      <a href={channel}>
        <Swatch stream_id={stream_id} />
        {client.channelName(stream_id)}
      </a>
      <span class="arrow" aria-hidden="true">
        ›
      </span>
      <a href={href}>
        <TopicName topic={topic} />
      </a>
    </h2>
  );
}

/** A mark in the color of a channel. */
export function Swatch({ stream_id }: { stream_id: number }) {
  const { store } = useClient();
  const color = store.subscriptions.value.get(stream_id)?.color ?? '#8a8f8d';
  return <span class="swatch" style={{ background: color }} aria-hidden="true" />;
}

export function TopicName({ topic }: { topic: string }) {
  const client = useClient();
  if (topic === '') return <i>{client.topicName(topic)}</i>;
  if (!isResolved(topic)) return <bdi>{topic}</bdi>;
  return (
    <bdi class="is-resolved">
      <span role="img" aria-label="Resolved:">
        ✔
      </span>{' '}
      {topic.slice(resolvedPrefix.length)}
    </bdi>
  );
}
