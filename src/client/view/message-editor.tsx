import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { fetchSource } from '../actions.ts';
import type { Message } from '../api/types.ts';
import { Problem, useAction } from './action.tsx';
import { useClient } from './context.ts';
import { MessageField } from './message-field.tsx';
import { grow } from './text-edits.ts';
import { Uploads, useUploads } from './uploads.tsx';
import { editing } from './view-state.ts';

/** Edits the text of a message. */
export function MessageEditor({ message }: { message: Message }) {
  const client = useClient();
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    void client.attempt(
      fetchSource(client, message).then((text) => {
        source.value = text;
      }),
    );
  }, []);
  if (source.value === undefined) return <p class="quiet">Loading the text…</p>;
  return <LoadedEditor message={message} source={source.value} />;
}

function LoadedEditor({ message, source }: { message: Message; source: string }) {
  const { call } = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(field);
  const { problem, isBusy, run } = useAction();
  const isUploading = uploads.files.value.length > 0;
  useLayoutEffect(() => begin(field.current), []);
  const close = () => {
    editing.value = undefined;
  };
  const save = async () => {
    const content = field.current?.value ?? '';
    if (isBusy.value || isUploading) return;
    if (content === source || (await run(() => call('PATCH', `/messages/${message.id}`, { content })))) close();
  };
  return (
    <div class="editor">
      <Uploads state={uploads} />
      <MessageField
        field={field}
        label="Text of the message"
        initial={source}
        rows={2}
        finish={() => void save()}
        leave={close}
        onInput={() => grow(field.current)}
        onPaste={uploads.pasted}
      />
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="button" class="button" disabled={isBusy.value || isUploading} onClick={() => void save()}>
          Save
        </button>
        <button type="button" class="button is-plain" onClick={close}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** Places the caret at the end of the text. */
function begin(field: HTMLTextAreaElement | null): void {
  grow(field);
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
