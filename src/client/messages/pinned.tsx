import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import { fetchMissing } from '../commands/actions.ts';
import { type Pin, pinsAt, unpin } from '../commands/pins.ts';
import { rich } from '../language/rich.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { textOf } from '../parts/message-text.ts';
import { Tool } from '../parts/tool.tsx';
import { conversationOf } from '../store/conversation.ts';
import { canPin } from '../store/rights.ts';
import { lateIcons } from '../text/late-icons.ts';
import { formatFull, formatMoment } from '../text/time.ts';

interface Props {
  stream_id: number;
  /** Undefined in the feed of the channel. */
  topic: string | undefined;
}

/** Number of characters of a text. */
const longest = 300;

/** What is pinned to the shown topic or channel: one line above the messages, which unfolds over them. */
export function Pinned({ stream_id, topic }: Props) {
  const client = useClient();
  const isOpen = useSignal(false);
  const pins = pinsAt(client, stream_id, topic);
  const ids = pins.map(({ message_id }) => message_id);
  const wanted = isOpen.value ? ids : ids.slice(0, 1);
  useLayoutEffect(() => void fetchMissing(client, wanted), [wanted.join()]);
  const [first] = ids;
  if (first === undefined) return null;
  const { messages } = client.store.read('messages');
  const last = messages.get(first);
  const fold = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen.value) return;
    event.stopPropagation();
    isOpen.value = false;
  };
  return (
    <section class="pinned" aria-label={t('messages.pinnedMessages')} onKeyDown={fold}>
      <PinnedLine
        label={t('messages.pinnedCount', { count: pins.length })}
        text={last && !isOpen.value ? textOf(last).slice(0, longest) : ''}
        isOpen={isOpen.value}
        onToggle={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      {isOpen.value && (
        <ul class="pinned-list">
          {pins.map((pin) => (
            <PinnedMessage key={pin.message_id} pin={pin} message={messages.get(pin.message_id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LineProps {
  label: string;
  text: string;
  isOpen: boolean;
  onToggle: () => void;
}

function PinnedLine({ label, text, isOpen, onToggle }: LineProps) {
  const line = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keepMessages(line.current?.parentElement), []);
  return (
    <button ref={line} type="button" class="pinned-line" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={lateIcons.pin} />
      <b>{label}</b>
      <span class="quiet" dir="auto">
        {text}
      </span>
      <Icon name={isOpen ? 'up' : 'down'} />
    </button>
  );
}

/** A line takes its height from the messages beside it, which stay where they are on screen. */
export function keepMessages(line: HTMLElement | null | undefined): void {
  const scroller = line?.parentElement?.querySelector('.messages');
  if (line && scroller) scroller.scrollTop += line.offsetHeight;
}

function PinnedMessage({ pin, message }: { pin: Pin; message: Message | undefined }) {
  const client = useClient();
  if (!message) return <li class="pinned-message quiet">{t('common.loading')}</li>;
  const href = client.linkTo(conversationOf(message, client.store.user_id), message.id);
  return (
    <li class="pinned-message">
      <a href={href}>
        <Avatar user_id={message.sender_id} />
        <b>{shownName(message.sender_full_name)}</b>
        <span class="quiet">
          {rich('messages.pinnedBy', {
            time: <time title={formatFull(message.timestamp)}>{formatMoment(message.timestamp)}</time>,
            name: client.userName(pin.user_id),
          })}
        </span>
        <span class="linked-text" dir="auto">
          {textOf(message).slice(0, longest)}
        </span>
      </a>
      {canPin(client.store, message) && (
        <Tool name={t('common.unpin')} icon="close" onClick={() => void unpin(client, pin.message_id)} />
      )}
    </li>
  );
}
