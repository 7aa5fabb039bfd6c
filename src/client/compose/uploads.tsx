import { type Signal, signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { messageOf } from '../api/call.ts';
import { upload } from '../api/upload.ts';
import type { Client } from '../client.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { insertWord } from '../parts/text-edits.ts';
import { Tool } from '../parts/tool.tsx';
import { isText, pasteText } from './pasting.ts';

/** A file being uploaded. */
interface Uploading {
  file: File;
  isTooLarge: boolean;
  /** From 0 to 1. */
  part: Signal<number>;
  /** Why it failed. */
  problem: Signal<string>;
  abort: AbortController;
}

/** Files being uploaded into a message. */
interface UploadState {
  files: Signal<readonly Uploading[]>;
  /** Whether links are still to be inserted. */
  isBusy(): boolean;
  add(files: Iterable<File>): void;
  retry(file: Uploading): void;
  pasted(event: ClipboardEvent): void;
  dropped(event: DragEvent): void;
}

/** `addLater` gets the links to files whose field is gone by then. */
export function useUploads(
  field: RefObject<HTMLTextAreaElement | null>,
  addLater: (link: string) => void,
): UploadState {
  const client = useClient();
  const files = useSignal<readonly Uploading[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const insert = (link: string) => {
    if (field.current) insertWord(field.current, link);
    else addLater(link);
  };
  const start = (one: Uploading) => {
    // The links are inserted in the order of the files, although small ones arrive first.
    last.current = sendFile(one, { client, files, insert, earlier: last.current }).catch((error) => {
      one.problem.value = messageOf(error);
      if (!field.current) client.say(`${one.file.name} was not uploaded: ${one.problem.value}`);
    });
  };
  const add = (added: Iterable<File>) => {
    for (const file of added) {
      const one = begin(file, client.store.model.state.max_file_upload_size_mib);
      files.value = [...files.value, one];
      if (!one.isTooLarge) start(one);
    }
  };
  const take = (event: Event, transfer: DataTransfer | null) => {
    if (!transfer || transfer.files.length === 0) return;
    event.preventDefault();
    add(filesIn(client, transfer));
  };
  return {
    files,
    isBusy: () => files.value.some(({ problem }) => problem.value === ''),
    add,
    retry: start,
    pasted: (event) => (isText(event.clipboardData) ? pasteText(event) : take(event, event.clipboardData)),
    dropped: (event) => take(event, event.dataTransfer),
  };
}

interface Sending {
  client: Client;
  files: UploadState['files'];
  insert: (link: string) => void;
  /** Settled once the files before this one have arrived or failed. */
  earlier: Promise<unknown>;
}

/** Uploads a file, and inserts the link to it once those of the earlier files are there. */
async function sendFile(
  one: Uploading,
  { client: { unfinishedFiles }, files, insert, earlier }: Sending,
): Promise<void> {
  one.problem.value = '';
  const progress = (part: number) => {
    one.part.value = part;
  };
  unfinishedFiles.add(one.file.name);
  const [uploaded] = await Promise.allSettled([upload(one.file, { progress, signal: one.abort.signal }), earlier]);
  if (uploaded.status === 'rejected') throw uploaded.reason;
  const { url, filename } = uploaded.value;
  unfinishedFiles.remove(one.file.name);
  insert(`[${filename.replaceAll(/[[\]]/g, '')}](${url})`);
  files.value = files.value.filter((other) => other !== one);
}

/** An upload that is not started yet. The limit is in MiB. */
function begin(file: File, most: number): Uploading {
  const isTooLarge = file.size > most * 2 ** 20;
  const problem = signal(isTooLarge ? `The file is larger than ${most} MiB.` : '');
  return { file, isTooLarge, part: signal(0), problem, abort: new AbortController() };
}

/** The files of a transfer, without folders. */
function filesIn(client: Client, { items }: DataTransfer): File[] {
  const found = [...items].filter(({ kind }) => kind === 'file');
  const files = found.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
  if (files.length < found.length) client.say('Folders cannot be uploaded. Choose the files in them instead.');
  return files.flatMap((item) => item.getAsFile() ?? []);
}

/** Shows the progress of each file. */
export function Uploads({ state: { files, retry } }: { state: UploadState }) {
  const { unfinishedFiles } = useClient();
  const cancel = (one: Uploading) => {
    files.value = files.value.filter((other) => other !== one);
    unfinishedFiles.remove(one.file.name);
    one.abort.abort();
  };
  return (
    <>
      {files.value.map((one) => (
        <div key={one} class="uploading">
          <span>{one.file.name}</span>
          {one.problem.value === '' ? (
            <progress max={1} value={one.part.value} aria-label={`Uploading ${one.file.name}`} />
          ) : (
            <Problem text={one.problem.value} onRetry={one.isTooLarge ? undefined : () => retry(one)} />
          )}
          <Tool name={`Cancel ${one.file.name}`} icon="close" onClick={() => cancel(one)} />
        </div>
      ))}
    </>
  );
}
