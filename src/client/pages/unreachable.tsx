import { type Signal, signal } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import { CallError } from '../api/call.ts';
import type { Client } from '../client.ts';
import { lastUser } from '../device/kept.ts';
import { OutboxStorage, type OutgoingMessage } from '../live/outbox-storage.ts';
import { Drafts } from '../store/drafts.ts';
import { UnfinishedFiles } from '../store/unfinished-files.ts';
import { formatShort } from '../text/time.ts';

// Milliseconds: the pauses between two attempts to reach the server, and after it refused; and how long one may take.
const pause = 1000;
const longPause = 10_000;
const patience = 3000;

/** Tells which of the user's words this device keeps, until `find` returns the client. */
export async function waitForServer(root: Element, find: () => Promise<Client>, reason: unknown): Promise<Client> {
  const problem = signal(describe(reason));
  let look = (): void => {};
  render(<Unreachable problem={problem} kept={listKept()} onLook={() => look()} />, root);
  addEventListener('online', () => look());
  for (let wait = pause; ; wait = problem.value === unreachable ? pause : longPause) {
    await new Promise<void>((resolve) => {
      look = resolve;
      setTimeout(resolve, wait);
    });
    if (!(await canReach())) problem.value = unreachable;
    else
      try {
        return await find();
      } catch (error) {
        problem.value = describe(error);
      }
  }
}

const unreachable = 'The server cannot be reached.';

function describe(reason: unknown): string {
  return reason instanceof CallError ? `The server refused: ${reason.message}` : unreachable;
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
    files: new UnfinishedFiles(sessionStorage, user_id).list(),
  };
}

interface Props {
  problem: Signal<string>;
  kept: Kept;
  onLook: () => void;
}

/** Shown if neither the server nor this device has the conversations. */
function Unreachable({ problem, kept: { messages, drafts, files }, onLook }: Props) {
  const waiting = messages.filter(({ state }) => state === 'waiting');
  const stopped = messages.filter(({ state }) => state !== 'waiting');
  const these = waiting.length === 1 ? 'This message is' : `These ${waiting.length} messages are`;
  return (
    <main class="unreachable">
      <h1>No connection</h1>
      <p>
        {problem.value} This device keeps no conversations to read. This page opens by itself when the server answers.
      </p>
      <button type="button" class="button" onClick={onLook}>
        Try again
      </button>
      <Messages title="Waiting to be sent" messages={waiting}>
        {these} kept on this device, and sent when the server answers.
      </Messages>
      <Messages title="Not sent" messages={stopped}>
        Kept on this device. You can send, change or discard them when the server answers.
      </Messages>
      {drafts > 0 && <p>{drafts === 1 ? 'Your draft is' : `Your ${drafts} drafts are`} kept on this device, too.</p>}
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
            <b>{place}</b> <span class="quiet">{formatShort(timestamp)}</span>
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
      <h2>Files that were not uploaded</h2>
      <p>This device cannot keep them. Add them again when the server answers.</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
