import type { ComponentChildren, FunctionComponent } from 'preact';
import type { NarrowTerm } from '../api/types.ts';
import { composing, namedTopic } from '../commands/view-state.ts';
import { Composer } from '../compose/composer.tsx';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { useClient } from '../parts/context.ts';
import { lazy } from '../parts/lazy.tsx';
import { spectator } from '../sidebar/spectator-part.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { canSend } from '../store/rights.ts';

const SpectatorBar = lazy(async () => (await spectator()).SpectatorBar);

export const unwritable = new Late<FunctionComponent<{ stream_id: number }>>();

const UnwritableBar = lazy(unwritable.get);

interface Props {
  narrow: readonly NarrowTerm[];
  conversation: Conversation | undefined;
}

/** What stands below messages: the composer, or the reason why there is none. */
export function Writing({ narrow, conversation }: Props) {
  const client = useClient();
  const [first, ...more] = narrow;
  const elsewhere = composing.value;
  const close = () => {
    composing.value = undefined;
  };
  if (client.isSpectator) return <SpectatorBar />;
  if (conversation) return <ConversationComposer conversation={conversation} />;
  if (elsewhere) return <ConversationComposer conversation={elsewhere} onClose={close} />;
  const isChannel = first?.operator === 'channel' && typeof first.operand === 'number' && more.length === 0;
  if (!isChannel) return <StartWriting />;
  const stream_id = Number(first.operand);
  const { value: named } = namedTopic;
  const topic = named?.stream_id === stream_id ? named.topic : undefined;
  const target: Conversation = { type: 'topic', stream_id, topic: topic ?? '' };
  return (
    <InChannel key={`channel ${stream_id}`} stream_id={stream_id}>
      <Composer
        conversation={target}
        onTopic={(next) => {
          namedTopic.value = { stream_id, topic: next };
        }}
        isUnchosen={topic === undefined}
      />
    </InChannel>
  );
}

interface ComposerProps {
  conversation: Conversation;
  onClose?: () => void;
}

function ConversationComposer({ conversation, onClose }: ComposerProps) {
  const key = keyOf(conversation);
  const composer = <Composer key={key} conversation={conversation} {...(onClose ? { onClose } : {})} />;
  if (conversation.type === 'direct') return composer;
  return (
    <InChannel key={key} stream_id={conversation.stream_id}>
      {composer}
    </InChannel>
  );
}

/** The composer of a channel, or the reason why the user cannot write there. */
function InChannel({ stream_id, children }: { stream_id: number; children: ComponentChildren }) {
  const { store } = useClient();
  const channel = store.channels.value.get(stream_id);
  if ((channel && !canSend(store, channel)) || !store.subscriptions.value.has(stream_id))
    return <UnwritableBar stream_id={stream_id} />;
  return children;
}

function StartWriting() {
  return (
    <div class="bar">
      <p class="quiet for-keys">{rich('pages.startWriting', { key: (inside) => <kbd>{inside}</kbd> })}</p>
      <p class="quiet for-touch">{t('pages.startWritingByTouch')}</p>
    </div>
  );
}
