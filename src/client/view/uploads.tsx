import { type Signal, signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { upload } from '../api/upload.ts';
import type { Client } from '../client.ts';
import type { Conversation } from '../store/conversation.ts';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { insertWord } from './text-edits.ts';

interface Uploading {
  name: string;
  /** From 0 to 1. */
  part: Signal<number>;
  abort: AbortController;
}

/** Files being uploaded into a message. */
export interface UploadState {
  files: Signal<readonly Uploading[]>;
  add(files: Iterable<File>): void;
  pasted(event: ClipboardEvent): void;
  dropped(event: DragEvent): void;
}

export function useUploads(field: RefObject<HTMLTextAreaElement | null>, conversation?: Conversation): UploadState {
  const client = useClient();
  const files = useSignal<readonly Uploading[]>([]);
  const add = (added: Iterable<File>) => {
    for (const file of added) void send(client, { file, files, field, conversation });
  };
  const take = (event: Event, transfer: DataTransfer | null) => {
    if (!transfer || transfer.files.length === 0) return;
    event.preventDefault();
    add(transfer.files);
  };
  return {
    files,
    add,
    pasted: (event) => take(event, event.clipboardData),
    dropped: (event) => take(event, event.dataTransfer),
  };
}

interface Sending {
  file: File;
  files: UploadState['files'];
  field: RefObject<HTMLTextAreaElement | null>;
  /** The conversation whose draft gets the file if its field is gone by then. */
  conversation: Conversation | undefined;
}

async function send(client: Client, { file, files, field, conversation }: Sending): Promise<void> {
  const uploading: Uploading = { name: file.name, part: signal(0), abort: new AbortController() };
  files.value = [...files.value, uploading];
  const progress = (part: number) => {
    uploading.part.value = part;
  };
  const sent = upload(file, { progress, signal: uploading.abort.signal });
  await client.attempt(
    sent.then(({ url, filename }) => {
      const link = `[${filename.replaceAll(/[[\]]/g, '')}](${url})`;
      if (field.current) insertWord(field.current, link);
      else if (conversation) addToDraft(client, conversation, link);
    }),
  );
  files.value = files.value.filter((one) => one !== uploading);
}

/** Adds text to what was begun for a conversation that is no longer open. */
function addToDraft(client: Client, conversation: Conversation, text: string): void {
  client.drafts.keep(conversation, `${client.drafts.find(conversation)} ${text} `.trimStart());
  client.say(`A file was added to your draft for ${client.describe(conversation)}.`);
}

/** Shows the progress of each file. */
export function Uploads({ state }: { state: UploadState }) {
  const { files } = state;
  const cancel = (file: Uploading) => {
    file.abort.abort();
    files.value = files.value.filter((one) => one !== file);
  };
  return (
    <>
      {files.value.map((file) => (
        <div key={file.name} class="uploading">
          <span>{file.name}</span>
          <progress max={1} value={file.part.value} aria-label={`Uploading ${file.name}`} />
          <button type="button" class="tool" aria-label={`Cancel ${file.name}`} onClick={() => cancel(file)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </>
  );
}
