import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { focusComposer, screen } from '../commands/screen.ts';
import { insert, narrowInView } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import type { OutgoingMessage } from '../live/outbox-storage.ts';
import { Problem } from '../parts/action.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import type { Conversation } from '../store/conversation.ts';
import { conversationIn, keyOf } from '../store/conversation.ts';

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
  const { state, content, problem } = entry;
  return (
    <article
      class={`message is-first is-outgoing is-${state === 'waiting' && problem === '' ? 'sending' : state}`}
      data-local={entry.local_id}
      aria-label={t('messages.beingSent')}
    >
      <div class="gutter">
        <Avatar user_id={store.user_id} />
      </div>
      <header class="by">
        <span class="sender">{store.model.state.full_name}</span>
        {state === 'waiting' && problem === '' && <span class="quiet">{t('messages.sending')}</span>}
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
export function Unsent({ entry }: { entry: OutgoingMessage }) {
  const client = useClient();
  const { outbox, connection } = client;
  const { state, problem } = entry;
  if (state === 'sent' || problem === '') return null;
  const retry = () => {
    if (!connection.isOnline.peek()) connection.renew();
    void outbox.retry(entry);
  };
  return (
    <Problem text={reasonOf(entry, connection.isOnline.value)} onRetry={retry}>
      {' '}
      <button type="button" class="link" onClick={() => takeBack(client, entry)}>
        {t('common.edit')}
      </button>{' '}
      <button type="button" class="link" onClick={() => outbox.discard(entry)}>
        {t('messages.discard')}
      </button>
    </Problem>
  );
}

function reasonOf({ state, problem }: OutgoingMessage, isOnline: boolean): string {
  if (state === 'failed') return t('messages.notSent', { problem });
  if (state === 'unknown') return problem;
  return isOnline ? t('messages.triedAgain', { problem }) : t('messages.waitsForConnection');
}

/** Opens the composer of a message's conversation with its text. */
function takeBack(client: Client, entry: OutgoingMessage): void {
  const { conversation, content } = entry;
  const narrow = narrowInView(client.router.route.value);
  const shown = narrow && conversationIn(narrow);
  const isOpen = shown && keyOf(shown) === keyOf(conversation) && screen.composer.shown;
  // Text for a composer that is not there would end up in another one.
  if (isOpen) insert(content);
  else client.drafts.add(conversation, content);
  client.outbox.discard(entry);
  if (!isOpen) client.router.go(client.linkTo(conversation));
  focusComposer();
}
