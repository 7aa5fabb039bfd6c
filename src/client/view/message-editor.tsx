import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fetchSource } from '../actions.ts';
import type { Message } from '../api/types.ts';
import { useClient } from './context.ts';
import { isComposing } from './keyboard.ts';
import { editing } from './view-state.ts';

/** The text of a message, to be changed. */
export function MessageEditor({ message }: { message: Message }) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    void client.attempt(
      fetchSource(client, message).then((text) => {
        source.value = text;
        requestAnimationFrame(() => field.current?.focus());
      }),
    );
  }, []);
  const close = () => {
    editing.value = undefined;
  };
  const save = async () => {
    const content = field.current?.value ?? '';
    const isSame = content === source.value;
    if (isSame || (await client.attempt(client.call('PATCH', `/messages/${message.id}`, { content })))) close();
  };
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (source.value === undefined) return <p class="quiet">Loading the text…</p>;
  return (
    <div class="editor">
      <textarea
        ref={field}
        aria-label="Text of the message"
        rows={5}
        defaultValue={source.value}
        onKeyDown={pressed}
        dir="auto"
      />
      <div class="buttons">
        <button type="button" class="button" onClick={() => void save()}>
          Save
        </button>
        <button type="button" class="button is-plain" onClick={close}>
          Cancel
        </button>
      </div>
    </div>
  );
}
