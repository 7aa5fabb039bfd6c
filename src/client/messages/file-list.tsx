import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fileSize } from '../api/file-size.ts';
import { createSource } from '../api/source.ts';
import type { Message, NarrowTerm, ServerEvent } from '../api/types.ts';
import { formatList } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { whenSeen } from '../parts/extras.ts';
import { FindField } from '../parts/find-field.tsx';
import { conversationOf } from '../store/conversation.ts';
import { fold } from '../text/ranking.ts';
import { formatSize } from '../text/size.ts';
import { formatFull, formatMoment } from '../text/time.ts';
import { parseHtml } from '../text/trusted.ts';

/** A file of a message. */
interface SentFile {
  address: string;
  name: string;
  message: Message;
}

/** Number of messages with files that one request fetches. */
const step = 50;

/** The files in the messages of a narrow, newest first, found by their names or senders. */
export function FileList({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const written = useSignal('');
  const { messages, hasOldest, problem, isBusy, load } = useMessages(narrow);
  const all = messages.value?.flatMap(filesIn) ?? [];
  const wanted = fold(written.value.trim());
  const namesOf = ({ name, message }: SentFile) => [name, client.userName(message.sender_id)];
  const shown = all.filter((file) => namesOf(file).some((one) => fold(one).includes(wanted)));
  if (!messages.value && problem.value === '') return <p class="quiet">{t('common.loading')}</p>;
  return (
    <>
      {all.length > 0 && <FindField label={t('messages.findFiles')} written={written} />}
      <ul class="file-rows">
        {shown.map((file) => (
          <FileRow key={`${file.message.id} ${file.address}`} file={file} />
        ))}
      </ul>
      {messages.value && shown.length === 0 && (
        <p class="empty">{all.length === 0 ? t('messages.noFiles') : t('messages.noFileFound')}</p>
      )}
      <Problem text={problem.value} onRetry={load} />
      {messages.value && !hasOldest.value && (
        <button type="button" class="button is-plain" aria-disabled={isBusy.value} onClick={load}>
          {t('messages.showOlderFiles')}
        </button>
      )}
    </>
  );
}

/** The messages with files, of which `load` fetches older ones. New and deleted messages change the list. */
function useMessages(narrow: readonly NarrowTerm[]) {
  const client = useClient();
  const messages = useSignal<readonly Message[] | undefined>(undefined);
  const hasOldest = useSignal(false);
  const { problem, isBusy, runOnce } = useAction();
  const fetchOlder = async () => {
    const page = await createSource(client.call).fetchPage({
      narrow: [...narrow, { operator: 'has', operand: 'attachment' }],
      anchor: messages.peek()?.at(-1)?.id ?? 'newest',
      num_before: step,
      num_after: 0,
      include_anchor: messages.peek() === undefined,
    });
    messages.value = [...(messages.peek() ?? []), ...page.messages.toReversed()];
    hasOldest.value = page.found_oldest;
  };
  const load = () => void runOnce(fetchOlder);
  useLayoutEffect(() => {
    load();
    return client.store.follow((event) => {
      if (messages.peek()) messages.value = changed(messages.peek() ?? [], event, narrow);
    });
  }, []);
  return { messages, hasOldest, problem, isBusy, load };
}

/** The list after an event. New messages of a channel or of a person are in it; whether others match, the server knows. */
function changed(messages: readonly Message[], event: ServerEvent, narrow: readonly NarrowTerm[]) {
  const { message, message_id, message_ids } = event as ServerEvent & {
    message?: Message;
    message_id?: number;
    message_ids?: number[];
  };
  if (event.type === 'message' && message) {
    return isOnly(narrow, message) ? [message, ...messages] : messages;
  }
  if (event.type !== 'delete_message') return messages;
  const gone = new Set(message_ids ?? [message_id]);
  return messages.filter(({ id }) => !gone.has(id));
}

/** Whether a narrow is the channel or the sender of a message, and nothing else. */
function isOnly([term, ...more]: readonly NarrowTerm[], message: Message): boolean {
  if (!term || more.length > 0 || term.negated) return false;
  if (term.operator === 'sender') return message.sender_id === term.operand;
  return term.operator === 'channel' && message.type === 'stream' && message.stream_id === term.operand;
}

/** The files of a message, each once. */
function filesIn(message: Message): SentFile[] {
  const found = new Map<string, SentFile>();
  for (const one of parseHtml(message.content).querySelectorAll<HTMLElement>('a, audio')) {
    const address = one.getAttribute('href') ?? one.getAttribute('src') ?? '';
    if (!address.startsWith('/user_uploads/')) continue;
    const name = found.get(address)?.name || one.textContent?.trim() || nameIn(address);
    found.set(address, { address, name, message });
  }
  return [...found.values()];
}

function nameIn(address: string): string {
  try {
    return decodeURIComponent(address.split('/').at(-1) ?? '');
  } catch {
    return address;
  }
}

function FileRow({ file: { address, name, message } }: { file: SentFile }) {
  const client = useClient();
  const row = useRef<HTMLLIElement>(null);
  const size = useSignal<number | undefined>(undefined);
  const ending = /\.(\w{1,8})$/.exec(address)?.[1]?.toUpperCase() ?? '';
  useLayoutEffect(() => {
    if (!row.current) return;
    return whenSeen(row.current, async () => {
      size.value = await fileSize(address);
    });
  }, [address]);
  const facts = [ending, size.value === undefined ? '' : formatSize(size.value), client.userName(message.sender_id)];
  return (
    <li ref={row} class="file-row" data-row data-ending={ending}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <bdi>{name}</bdi>
      </a>
      <span class="quiet">
        {rich('messages.fileFacts', {
          facts: formatList(facts.filter(Boolean)),
          time: <time title={formatFull(message.timestamp)}>{formatMoment(message.timestamp)}</time>,
        })}
      </span>
      <a
        href={client.linkTo(conversationOf(message, client.store.user_id), message.id)}
        aria-label={t('messages.goToMessageOf', { name })}
      >
        {t('messages.goToMessage')}
      </a>
    </li>
  );
}
