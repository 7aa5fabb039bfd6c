import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Conversation } from '../store/conversation.ts';
import { CompletionList } from './completion-list.tsx';
import { ComposeTools } from './compose-tools.tsx';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { isComposing } from './keyboard.ts';
import { Rendered } from './rendered.tsx';
import { insertText, wrapSelection } from './text-edits.ts';
import { sayTyping } from './typing-notifier.ts';
import { Uploads, useUploads } from './uploads.tsx';
import { useCompletion } from './use-completion.ts';
import { useDraft } from './use-draft.ts';
import { dialog, insertion } from './view-state.ts';

interface Props {
  conversation: Conversation;
  /** In the feed of a channel: changes the topic that is written to. */
  onTopic?: (topic: string) => void;
  onClose?: () => void;
}

/** Where a message is written. It says where to, and never changes that by itself. */
export function Compose(props: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(field);
  const writing = useWriting(props, field, () => uploads.files.value.length > 0);
  const { draft, preview } = writing;
  useInsertion(field);
  return (
    <form
      class="compose"
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        writing.send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={uploads.dropped}
    >
      <Target {...props} leave={writing.leave} />
      <Uploads state={uploads} />
      {preview.value !== undefined && <Rendered html={preview.value} class="preview" />}
      <Field {...{ field, writing, conversation: props.conversation, onPaste: uploads.pasted }} />
      <ComposeTools
        conversation={props.conversation}
        field={field}
        hasPreview={preview.value !== undefined}
        canSend={draft.text.value.trim() !== '' && uploads.files.value.length === 0}
        onPreview={() => void writing.togglePreview()}
        onSchedule={writing.schedule}
        onFiles={uploads.add}
      />
    </form>
  );
}

type Writing = ReturnType<typeof useWriting>;

/** The text of a message until it is sent. */
function useWriting(
  { conversation, onTopic, onClose }: Props,
  field: RefObject<HTMLTextAreaElement | null>,
  isUploading: () => boolean,
) {
  const client = useClient();
  const draft = useDraft({ field, conversation, isNaming: onTopic !== undefined });
  const completion = useCompletion(field);
  const preview = useSignal<string | undefined>(undefined);
  const clear = () => {
    preview.value = undefined;
    draft.set('');
    draft.keep();
    sayTyping(client, undefined);
    field.current?.focus();
  };
  const send = () => {
    const content = draft.text.value.trim();
    if (content === '' || isUploading()) return;
    void client.outbox.send(conversation, content);
    clear();
  };
  const schedule = () => {
    const content = draft.text.value.trim();
    if (content !== '' && !isUploading()) dialog.value = { kind: 'schedule', conversation, content, onDone: clear };
  };
  const leave = () => {
    draft.keep();
    field.current?.blur();
    onClose?.();
  };
  const changed = () => {
    draft.read();
    completion.look();
    if (draft.text.value !== '') sayTyping(client, conversation);
  };
  const togglePreview = usePreview(preview, draft.text);
  return { draft, completion, preview, send, schedule, leave, changed, togglePreview };
}

/** Shows what the server makes of a text, or the text again. */
function usePreview(preview: Signal<string | undefined>, text: Signal<string>): () => Promise<void> {
  const client = useClient();
  return async () => {
    if (preview.value !== undefined) {
      preview.value = undefined;
      return;
    }
    const rendered = client.call<{ rendered: string }>('POST', '/messages/render', { content: text.value });
    await client.attempt(rendered.then((answer) => (preview.value = answer.rendered)));
  };
}

/** Puts text where the caret is that other views want to be written, such as a quotation. */
function useInsertion(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!insertion.value || !field.current) return;
    insertText(field.current, insertion.value.text);
    insertion.value = undefined;
  }, [insertion.value]);
}

interface FieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: Writing;
  conversation: Conversation;
  onPaste: (event: ClipboardEvent) => void;
}

function Field({ field, writing, conversation, onPaste }: FieldProps) {
  const client = useClient();
  const { draft, completion, preview } = writing;
  const { state } = client.store.read('personal');
  const target = client.describe(conversation);
  const options = completion.options.value;
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (!completion.steer(event) && !obey(event, field.current, writing, state.user_settings.enter_sends)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {options && <CompletionList options={options} active={completion.active.value} onChoose={completion.choose} />}
      <textarea
        ref={field}
        class={preview.value === undefined ? '' : 'is-hidden'}
        rows={1}
        defaultValue={draft.text.peek()}
        aria-label={`Message to ${target}`}
        aria-autocomplete="list"
        aria-controls={options ? 'completions' : undefined}
        aria-activedescendant={options ? `completion-${completion.active.value}` : undefined}
        placeholder={`Message ${target}`}
        maxLength={state.max_message_length}
        dir="auto"
        onInput={writing.changed}
        onKeyDown={pressed}
        onPaste={onPaste}
        onBlur={() => {
          completion.close();
          draft.keep();
        }}
      />
    </>
  );
}

/** Does what a key means in the field. Returns whether it means anything but a letter. */
function obey(event: KeyboardEvent, field: HTMLTextAreaElement | null, writing: Writing, enterSends: boolean): boolean {
  const isModified = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && !event.shiftKey && (isModified || enterSends)) writing.send();
  else if (isModified && event.key === 'b' && field) wrapSelection(field, '**');
  else if (isModified && event.key === 'i' && field) wrapSelection(field, '*');
  else if (event.key === 'Escape') writing.leave();
  else return false;
  return true;
}

function Target({ conversation, onTopic, onClose, leave }: Props & { leave: () => void }) {
  const client = useClient();
  return (
    <div class="compose-target">
      {onTopic && conversation.type === 'topic' ? (
        <>
          <span>To #{client.channelName(conversation.stream_id)} ›</span>
          <TopicField stream_id={conversation.stream_id} topic={conversation.topic} onTopic={onTopic} />
        </>
      ) : (
        <span>
          To <b>{client.describe(conversation)}</b>
        </span>
      )}
      {onClose && (
        <button type="button" class="tool" aria-label="Close" onClick={leave}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

interface TopicProps {
  stream_id: number;
  topic: string;
  onTopic: (topic: string) => void;
}

function TopicField({ stream_id, topic, onTopic }: TopicProps) {
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
