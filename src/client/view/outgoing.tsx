import type { NarrowTerm } from '../api/types.ts';
import type { Conversation } from '../store/conversation.ts';
import { conversationIn, keyOf } from '../store/conversation.ts';
import type { OutgoingMessage } from '../store/outbox-storage.ts';
import { Problem } from './action.tsx';
import { Avatar } from './avatar.tsx';
import { useClient } from './context.ts';
import { writeTo } from './replies.ts';
import { insert } from './view-state.ts';

/** The user's messages that are being sent, as written. */
export function OutgoingMessages({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const { outbox } = useClient();
  const shown = outbox.entries.value.filter(({ conversation }) => isIn(conversation, narrow));
  return (
    <>
      {shown.map((entry) => (
        <Outgoing key={entry.local_id} entry={entry} />
      ))}
    </>
  );
}

/** Whether the messages of a conversation belong to a narrow, as far as known without the server. */
export function isIn(conversation: Conversation, narrow: readonly NarrowTerm[]): boolean {
  const shown = conversationIn(narrow);
  if (shown) return keyOf(shown) === keyOf(conversation);
  const [first, ...more] = narrow;
  if (!first) return true;
  return (
    more.length === 0 &&
    first.operator === 'channel' &&
    conversation.type === 'topic' &&
    conversation.stream_id === first.operand
  );
}

function Outgoing({ entry }: { entry: OutgoingMessage }) {
  const { store } = useClient();
  const { state, content } = entry;
  return (
    <article
      class={`message is-first is-outgoing is-${state}`}
      data-local={entry.local_id}
      aria-label="Your message, being sent"
    >
      <div class="gutter">
        <Avatar user_id={store.user_id} />
      </div>
      <header class="by">
        <span class="sender">{store.model.state.full_name}</span>
        {state === 'sending' && <span class="quiet">sending…</span>}
        {state === 'waiting' && <span class="quiet">waits for the connection</span>}
      </header>
      <div class="body">
        <div class="rendered is-plain" dir="auto">
          {content}
        </div>
        <Unsent entry={entry} />
      </div>
    </article>
  );
}

/** The reason why a message was not sent, with actions for its author. */
function Unsent({ entry }: { entry: OutgoingMessage }) {
  const { outbox } = useClient();
  const { state, content, conversation, problem } = entry;
  if (state !== 'failed' && state !== 'unknown') return null;
  const takeBack = () => {
    outbox.discard(entry);
    writeTo(conversation);
    insert(content);
  };
  return (
    <Problem
      text={state === 'failed' ? `Not sent: ${problem}` : 'It is not known whether this was sent.'}
      onRetry={() => void outbox.retry(entry)}
    >
      {' '}
      <button type="button" class="link" onClick={takeBack}>
        Back to writing
      </button>
    </Problem>
  );
}
