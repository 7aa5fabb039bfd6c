import { type Signal, signal } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import { CallError } from '../api/call.ts';
import type { Client } from '../client.ts';
import { lastUser } from '../device/kept.ts';
import { t } from '../language/texts.ts';
import { OutboxStorage, type OutgoingMessage } from '../live/outbox-storage.ts';
import { Time } from '../parts/time.tsx';
import { Drafts } from '../store/drafts.ts';
import { unfinishedFiles } from '../store/unfinished-files.ts';

// Milliseconds: the pauses between two attempts to reach the server, and after it refused; and how long one may take.
const pause = 1000;
const longPause = 10_000;
const patience = 3000;

/** Tells which of the user's words this device keeps, until `find` returns the client. */
export async function waitForServer(root: Element, find: () => Promise<Client>, reason: unknown): Promise<Client> {
  const problem = signal(reason);
  let look = (): void => {};
  render(<Unreachable problem={problem} kept={listKept()} onLook={() => look()} />, root);
  addEventListener('online', () => look());
  for (let wait = pause; ; wait = problem.value instanceof CallError ? longPause : pause) {
    await new Promise<void>((resolve) => {
      look = resolve;
      setTimeout(resolve, wait);
    });
    if (!(await canReach())) problem.value = undefined;
    else
      try {
        return await find();
      } catch (error) {
        problem.value = error;
      }
  }
}

function describe(reason: unknown): string {
  return reason instanceof CallError ? t('pages.serverRefused', { reason: reason.message }) : t('api.unreachable');
}

/** Whether the server answers, and not only a proxy in front of it. */
async function canReach(): Promise<boolean> {
  const answer = await fetch('/health', { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  return answer?.headers.get('content-type') === 'application/json';
}

interface Kept {
  messages: readonly OutgoingMessage[];
  drafts: number;
  /** Names of files that were not uploaded. */
  files: readonly string[];
}

function listKept(): Kept {
  const user_id = lastUser();
  if (user_id === undefined) return { messages: [], drafts: 0, files: [] };
  return {
    messages: new OutboxStorage(localStorage, user_id).list(),
    drafts: new Drafts(localStorage, user_id).all.value.size,
    files: unfinishedFiles(sessionStorage, user_id)
      .load()
      .map(({ name }) => name),
  };
}

interface Props {
  /** Why the client cannot start. */
  problem: Signal<unknown>;
  kept: Kept;
  onLook: () => void;
}

/** Shown if neither the server nor this device has the conversations. */
function Unreachable({ problem, kept: { messages, drafts, files }, onLook }: Props) {
  const waiting = messages.filter(({ state }) => state === 'waiting');
  const stopped = messages.filter(({ state }) => state !== 'waiting');
  return (
    <main class="unreachable">
      <h1>{t('pages.noConnection')}</h1>
      <p>
        {describe(problem.value)} {t('pages.noConnectionHint')}
      </p>
      <button type="button" class="button" onClick={onLook}>
        {t('common.tryAgain')}
      </button>
      <Messages title={t('pages.waitingToBeSent')} messages={waiting}>
        {t('pages.waitingToBeSentHint', { count: waiting.length })}
      </Messages>
      <Messages title={t('pages.notSent')} messages={stopped}>
        {t('pages.notSentHint')}
      </Messages>
      {drafts > 0 && <p>{t('pages.keptDrafts', { count: drafts })}</p>}
      {files.length > 0 && <Files names={files} />}
    </main>
  );
}

interface MessagesProps {
  title: string;
  messages: readonly OutgoingMessage[];
  children: ComponentChildren;
}

function Messages({ title, messages, children }: MessagesProps) {
  if (messages.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
      <ul>
        {messages.map(({ local_id, place, content, timestamp, state, problem }) => (
          <li key={local_id}>
            <b>{place}</b> <Time timestamp={timestamp} />
            <p class="draft-text" dir="auto">
              {content.slice(0, 500)}
            </p>
            {state !== 'waiting' && <p class="problem">{problem}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Files({ names }: { names: readonly string[] }) {
  return (
    <section>
      <h2>{t('pages.filesNotUploaded')}</h2>
      <p>{t('pages.filesNotUploadedHint')}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
