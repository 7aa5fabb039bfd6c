import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf } from '../api/call.ts';
import type { Client } from '../client.ts';
import { callBot, findCall, looksLikeCall } from '../commands/bot-commands.ts';
import { topicInView } from '../commands/replies.ts';
import { leaveField, screen } from '../commands/screen.ts';
import { dialog, insertion } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { showSent } from '../messages/sent.ts';
import { PaneContext, useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { insertText } from '../parts/text-edits.ts';
import { TooLong } from '../parts/too-long.tsx';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { splitFiles } from '../text/attached.ts';
import { isTooLong } from '../text/message-length.ts';
import { BotCallView } from './bot-call.tsx';
import { ComposeTools } from './compose-tools.tsx';
import { useEnterChoice } from './enter-choice.tsx';
import { takeHandover } from './handover.ts';
import { useLastEdit } from './last-edit.ts';
import { both, MessageField } from './message-field.tsx';
import { type ComposeProps, Target } from './target.tsx';
import { TopicChoice } from './topic-choice.tsx';
import { useTransfers } from './transfers.ts';
import type { Tray } from './tray.ts';
import { TrayView } from './tray-view.tsx';
import { trayTo } from './trays.ts';
import { useDraft } from './use-draft.ts';
import { VoiceClip } from './voice-clip.tsx';

/** The composer. It shows its recipient, and never changes it by itself. */
export function Compose(props: ComposeProps) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const tray = useMemo(() => trayTo(client, props.conversation), []);
  const transfers = useTransfers(tray);
  const writing = useWriting(props, field, tray);
  const voice = useVoice(tray, field);
  const form = useOnScreen(field);
  useInsertion(field, tray);
  useHandover(keyOf(props.conversation), field, writing);
  const pressed = both(useWayTo(props.conversation), useLastEdit(field));
  return (
    <form
      ref={form}
      class="compose"
      data-keeps-text
      aria-label={useContext(PaneContext) === 'main' ? t('compose.form') : t('compose.formBeside')}
      onSubmit={both((event: Event) => event.preventDefault(), writing.send)}
      onKeyDown={pressed}
      onDrop={transfers.dropped}
    >
      <Target {...props} text={writing.draft.text.value} leave={writing.leave} />
      <BotCallView conversation={props.conversation} onAgain={writing.draft.set} />
      <TrayView tray={tray} />
      {voice.clip}
      <Field {...props} {...{ field, writing, onPaste: transfers.pasted }} />
      {writing.doubt.value && <TopicChoice {...writing.doubt.value} />}
      <ComposeTools
        conversation={props.conversation}
        field={field}
        hasPreview={writing.preview.value !== undefined}
        canSend={writing.canSend()}
        onPreview={() => void writing.togglePreview()}
        onSchedule={writing.schedule}
        onFiles={(files) => tray.add(files)}
        onVoice={voice.begin}
      />
    </form>
  );
}

/** A voice clip that is being recorded for a message. */
function useVoice(tray: Tray, field: RefObject<HTMLTextAreaElement | null>) {
  const isOn = useSignal(false);
  const begin = () => {
    isOn.value = true;
  };
  const end = (clip?: File) => {
    isOn.value = false;
    if (clip) tray.add([clip]);
    field.current?.focus();
  };
  return { begin, clip: isOn.value && <VoiceClip onEnd={end} /> };
}

type Writing = ReturnType<typeof useWriting>;

/** The text and files of a message until it is sent. */
function useWriting(props: ComposeProps, field: RefObject<HTMLTextAreaElement | null>, tray: Tray) {
  const { conversation, onTopic, isUnchosen = false, onClose } = props;
  const client = useClient();
  const draft = useDraft({ field, conversation, isNaming: onTopic !== undefined, tray });
  const preview = useSignal<string | undefined>(undefined);
  const clear = () => {
    preview.value = undefined;
    tray.clear();
    draft.set('');
    draft.keep();
    client.typing.value?.say(undefined);
    field.current?.focus();
  };
  const most = client.store.model.state.max_message_length;
  const isWhole = () => draft.content.value.trim() !== '' && !isTooLong(draft.content.value, most);
  const canSend = () => isWhole() && !tray.isBusy.value && !tray.hasFailed.value;
  const sendTo = (target: Conversation) => {
    if (!canSend()) return;
    const text = draft.content.value.trim();
    if (looksLikeCall(text)) return void callOrSend(client, target, { content: draft.content, clear });
    clear();
    sendMessage(client, target, text);
  };
  const { doubt, send } = useDoubt(conversation, isUnchosen, sendTo);
  const schedule = () => {
    if (canSend()) openSchedule(conversation, draft.content, clear);
  };
  const leave = () => {
    draft.keep();
    leaveField(field.current);
    onClose?.();
  };
  const changed = () => {
    draft.read();
    if (draft.text.value !== '') client.typing.value?.say(conversation);
  };
  const togglePreview = usePreview(preview, draft.content);
  return { draft, preview, canSend, doubt, send, schedule, leave, changed, togglePreview };
}

function sendMessage(client: Client, target: Conversation, text: string): void {
  void client.outbox.send(target, text);
  showSent(client, target);
}

/**
 * Calls the command that a text begins with; a text without one is a message. Until the commands are known it stays in
 * the composer, and so does one that is changed meanwhile.
 */
async function callOrSend(
  client: Client,
  target: Conversation,
  { content, clear }: { content: ReadonlySignal<string>; clear: () => void },
): Promise<void> {
  const text = content.value.trim();
  try {
    const written = await findCall(client, text);
    if (content.value.trim() !== text) return;
    clear();
    if (written) await callBot(client, target, text, written);
    else sendMessage(client, target, text);
  } catch (error) {
    // What is meant for a bot alone must not be said to everybody.
    client.say(messageOf(error));
  }
}

/** The choice between the topic on screen and the one that the composer begins with. */
interface Doubt {
  seen: Conversation;
  named: Conversation;
  choose: (target: Conversation) => void;
}

/** Sends to a conversation, unless no topic was chosen for it and the user was reading another one: then asks. */
function useDoubt(named: Conversation, isUnchosen: boolean, sendTo: (target: Conversation) => void) {
  const client = useClient();
  const doubt = useSignal<Doubt | undefined>(undefined);
  const choose = (target: Conversation) => {
    doubt.value = undefined;
    sendTo(target);
  };
  const send = () => {
    const seen = isUnchosen ? topicInView(client) : undefined;
    if (seen && keyOf(seen) !== keyOf(named)) doubt.value = { seen, named, choose };
    else choose(named);
  };
  return { doubt, send };
}

/** Asks when to send a text; then clears it, unless the user went on writing before the answer. */
function openSchedule(conversation: Conversation, text: ReadonlySignal<string>, clear: () => void): void {
  const { value: written } = text;
  const onDone = () => {
    if (text.value === written) clear();
  };
  dialog.value = { kind: 'schedule', conversation, content: written.trim(), onDone };
}

/** Switches between a text and its preview by the server. */
function usePreview(preview: Signal<string | undefined>, text: ReadonlySignal<string>): () => Promise<void> {
  const client = useClient();
  return async () => {
    if (preview.value !== undefined) {
      preview.value = undefined;
      return;
    }
    const content = text.value;
    const request = client.call<{ rendered: string }>('POST', '/messages/render', { content });
    const shown = request.then(({ rendered }) => {
      // Sent or changed meanwhile, the text has another preview.
      if (text.value === content) preview.value = rendered;
    });
    await client.attempt(shown);
  };
}

/** Ctrl and a dot open the conversation being written to; its draft goes along. */
function useWayTo(conversation: Conversation): (event: KeyboardEvent) => void {
  const client = useClient();
  return (event) => {
    if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    client.router.go(client.linkTo(conversation));
  };
}

/** Lets commands find the composer. Returns the reference of its form. */
function useOnScreen(field: RefObject<HTMLTextAreaElement | null>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const pane = useContext(PaneContext);
  useLayoutEffect(() => {
    const view = {
      focus: () => field.current?.focus(),
      hasFocus: () => form.current?.contains(document.activeElement) ?? false,
      drop: ({ dataTransfer }: DragEvent) =>
        form.current?.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true })),
    };
    return screen.composer.fill(view, pane);
  }, []);
  return form;
}

/**
 * Inserts what comes from other views: text at the caret, such as a quotation, and files into the tray. It follows
 * `useOnScreen`, by which it knows whether this composer is meant.
 */
function useInsertion(field: RefObject<HTMLTextAreaElement | null>, tray: Tray): void {
  // Before painting, so that the next key comes after the text.
  const pane = useContext(PaneContext);
  useLayoutEffect(() => {
    if (insertion.value === '' || !field.current || !screen.composer.isShownIn(pane)) return;
    const { text, files } = splitFiles(insertion.value);
    insertion.value = '';
    if (files.length > 0) tray.take([...tray.uploaded.peek(), ...files]);
    if (text !== '') insertText(field.current, text);
  }, [insertion.value]);
}

/** Goes on where the user was before the composer was loaded. */
function useHandover(key: string, field: RefObject<HTMLTextAreaElement | null>, { draft, send }: Writing): void {
  useLayoutEffect(() => {
    const early = takeHandover(key);
    if (!early?.hasFocus || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(...early.selection);
    // Names may be completed from here.
    field.current.dispatchEvent(new InputEvent('input', { bubbles: true }));
    if (early.sent === undefined) return;
    const { value } = field.current;
    draft.set(value.slice(0, early.sent));
    send();
    draft.set(draft.text.peek() === '' ? value.slice(early.sent).trimStart() : value);
  }, []);
}

interface FieldProps extends ComposeProps {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: Writing;
  onPaste: (event: ClipboardEvent) => void;
}

function Field({ field, writing, conversation, onTopic, onClose, onPaste }: FieldProps) {
  const target = useClient().describe(conversation);
  const { draft, preview, send, leave, changed } = writing;
  const enter = useEnterChoice(field, send);
  return (
    <>
      {preview.value !== undefined && <Rendered html={preview.value} class="preview" />}
      <MessageField
        field={field}
        label={t('compose.messageTo', { conversation: target })}
        placeholder={onTopic || onClose ? t('compose.form') : t('compose.placeholder', { conversation: target })}
        initial={draft.text.peek()}
        rows={1}
        isHidden={preview.value !== undefined}
        finish={send}
        leave={leave}
        onEnter={enter.ask}
        onInput={changed}
        onPaste={onPaste}
        onBlur={draft.keep}
      />
      {enter.choice}
      <TooLong text={draft.content.value} />
    </>
  );
}
