import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { CompletionList } from './completion-list.tsx';
import { complete } from './completions.ts';
import { ComposeTools } from './compose-tools.tsx';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { isComposing } from './keyboard.ts';
import { Rendered } from './rendered.tsx';
import { insertText, replaceBefore, wrapSelection } from './text-edits.ts';
import { sayTyping } from './typing-notifier.ts';
import { Uploads, useUploads } from './uploads.tsx';
import { insertion } from './view-state.ts';

interface Props {
  conversation: Conversation;
  /** In the feed of a channel: changes the topic that is written to. */
  onTopic?: (topic: string) => void;
  onClose?: () => void;
}

const draftPause = 300;

/** Where a message is written. It says where to, and never changes that by itself. */
export function Compose({ conversation, onTopic, onClose }: Props) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const key = keyOf(conversation);
  const text = useSignal(client.drafts.find(conversation));
  // What stands before the caret while it may be completed.
  const before = useSignal<string | undefined>(undefined);
  const completing = useComputed(() => (before.value === undefined ? undefined : complete(client, before.value)));
  const active = useSignal(0);
  const preview = useSignal<string | undefined>(undefined);
  const canSend = useComputed(() => text.value.trim() !== '');
  const uploads = useUploads(field);
  const { enter_sends } = client.store.read('personal').state.user_settings;

  // The field belongs to the conversation: with another one comes its draft. Whoever only names the topic goes on.
  const shown = useRef(conversation);
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = conversation;
    if (keyOf(previous) === key) return;
    if (onTopic) client.drafts.keep(previous, '');
    else setText(client.drafts.find(conversation));
  }, [key]);
  useEffect(() => {
    const timer = setTimeout(() => client.drafts.keep(conversation, text.value), draftPause);
    return () => clearTimeout(timer);
  }, [key, text.value]);
  useEffect(() => () => client.drafts.keep(shown.current, text.peek()), []);
  useEffect(() => {
    if (!insertion.value || !field.current) return;
    insertText(field.current, insertion.value.text);
    insertion.value = undefined;
  }, [insertion.value]);

  function keepDraft(): void {
    client.drafts.keep(conversation, text.peek());
  }

  function setText(next: string): void {
    text.value = next;
    if (field.current) field.current.value = next;
    grow();
  }

  function grow(): void {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }
  useLayoutEffect(grow, []);

  function changed(): void {
    const { current } = field;
    if (!current) return;
    text.value = current.value;
    grow();
    const isCaret = current.selectionStart === current.selectionEnd;
    before.value = isCaret ? current.value.slice(0, current.selectionStart) : undefined;
    active.value = 0;
    if (current.value !== '') sayTyping(client, conversation);
  }

  function choose(index: number): void {
    const option = completing.value?.options[index];
    if (!option || !field.current || !completing.value) return;
    replaceBefore(field.current, completing.value.length, option.text);
  }

  function send(): void {
    const content = field.current?.value.trim() ?? '';
    if (content === '' || uploads.files.value.length > 0) return;
    void client.outbox.send(conversation, content);
    client.drafts.keep(conversation, '');
    preview.value = undefined;
    setText('');
    sayTyping(client, undefined);
    field.current?.focus();
  }

  function pressed(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (completing.value && steerCompletion(event)) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && (isModified || enter_sends)) send();
    else if (isModified && event.key === 'b' && field.current) wrapSelection(field.current, '**');
    else if (isModified && event.key === 'i' && field.current) wrapSelection(field.current, '*');
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function leave(): void {
    keepDraft();
    field.current?.blur();
    onClose?.();
  }

  function steerCompletion(event: KeyboardEvent): boolean {
    const count = completing.value?.options.length ?? 0;
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count;
    else if (event.key === 'ArrowUp') active.value = (active.value + count - 1) % count;
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active.value);
    else if (event.key === 'Escape') before.value = undefined;
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  async function togglePreview(): Promise<void> {
    if (preview.value !== undefined) {
      preview.value = undefined;
      return;
    }
    const content = text.value;
    await client.attempt(
      client.call<{ rendered: string }>('POST', '/messages/render', { content }).then(({ rendered }) => {
        preview.value = rendered;
      }),
    );
  }

  const target = client.describe(conversation);
  return (
    <form
      class="compose"
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={uploads.dropped}
    >
      <div class="compose-target">
        {onTopic && conversation.type === 'topic' ? (
          <>
            <span>To #{client.channelName(conversation.stream_id)} ›</span>
            <TopicField stream_id={conversation.stream_id} topic={conversation.topic} onTopic={onTopic} />
          </>
        ) : (
          <span>
            To <b>{target}</b>
          </span>
        )}
        {onClose && (
          <button type="button" class="tool" aria-label="Close" onClick={leave}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {completing.value && (
        <CompletionList options={completing.value.options} active={active.value} onChoose={choose} />
      )}
      <Uploads state={uploads} />
      {preview.value !== undefined && <Rendered html={preview.value} class="preview" />}
      <textarea
        ref={field}
        class={preview.value === undefined ? '' : 'is-hidden'}
        rows={1}
        defaultValue={text.peek()}
        aria-label={`Message to ${target}`}
        aria-autocomplete="list"
        aria-controls={completing.value ? 'completions' : undefined}
        aria-activedescendant={completing.value ? `completion-${active.value}` : undefined}
        placeholder={`Message ${target}`}
        maxLength={client.store.model.state.max_message_length}
        dir="auto"
        onInput={changed}
        onKeyDown={pressed}
        onPaste={uploads.pasted}
        onBlur={() => {
          before.value = undefined;
          keepDraft();
        }}
      />
      <ComposeTools
        field={field}
        hasPreview={preview.value !== undefined}
        canSend={canSend.value && uploads.files.value.length === 0}
        onPreview={() => void togglePreview()}
        onFiles={uploads.add}
      />
    </form>
  );
}

function TopicField({
  stream_id,
  topic,
  onTopic,
}: {
  stream_id: number;
  topic: string;
  onTopic: (topic: string) => void;
}) {
  const client = useClient();
  const topics = client.topics.in(stream_id) ?? [];
  return (
    <>
      <input
        class="topic-field"
        aria-label="Topic"
        list="topics"
        value={topic}
        placeholder={client.topicName('')}
        maxLength={client.store.model.state.max_topic_length}
        onInput={({ currentTarget }) => onTopic(currentTarget.value)}
      />
      <datalist id="topics">
        {topics.slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
