import { effect, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import { fetchSource } from '../commands/actions.ts';
import { takeEarlyText } from '../commands/early-text.ts';
import { editing } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { type Action, Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { grow, insertText } from '../parts/text-edits.ts';
import { TooLong } from '../parts/too-long.tsx';
import { joinFiles, splitFiles } from '../text/attached.ts';
import { isTooLong } from '../text/message-length.ts';
import { MessageField } from './message-field.tsx';
import { useTransfers } from './transfers.ts';
import type { Tray } from './tray.ts';
import { TrayView } from './tray-view.tsx';
import { trayOf } from './trays.ts';

interface Props {
  message: Message;
  /** The saved text. */
  source: string;
}

/** Edits the text of a message. */
export function MessageEditor({ message }: { message: Message }) {
  const client = useClient();
  const source = useFetched(() => fetchSource(client, message));
  useLayoutEffect(() => () => void takeEarlyText(message.id), []);
  const { value: text } = source.value;
  if (text !== undefined) return <LoadedEditor message={message} source={text} />;
  return (
    <div class="editor" data-keeps-text>
      <Loading fetched={source} />
      <div class="buttons">
        <CancelButton close={() => leave(message)} />
      </div>
    </div>
  );
}

function LoadedEditor({ message, source }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { content, tray, initial, isUnsaved, changed, saveBy, close } = useText({ message, source }, field);
  const { store } = useClient();
  const transfers = useTransfers(tray);
  const { problem, isBusy, runOnce } = useAction();
  const areFilesThere = !tray.isBusy.value && !tray.hasFailed.value;
  const isWhole = areFilesThere && !isTooLong(content.value, store.model.state.max_message_length);
  useLayoutEffect(() => begin(field.current, takeEarlyText(message.id)), []);
  const save = () => {
    if (isWhole) void saveBy(runOnce);
  };
  return (
    <form
      class="editor"
      data-keeps-text
      aria-label={t('compose.editTheMessage')}
      onSubmit={(event) => event.preventDefault()}
      onDrop={transfers.dropped}
    >
      {isUnsaved && <p class="quiet">{t('compose.unsavedChanges')}</p>}
      <TrayView tray={tray} />
      <MessageField
        field={field}
        label={t('compose.editedText')}
        initial={initial}
        rows={2}
        finish={save}
        leave={() => leave(message)}
        onInput={changed}
        onPaste={transfers.pasted}
      />
      <TooLong text={content.value} />
      <Problem text={problem.value} />
      <EditorButtons canSave={isWhole} isBusy={isBusy.value} save={save} close={close} />
    </form>
  );
}

/** The text of an editor. It is kept if the editor disappears, until it is saved or given up. */
function useText({ message, source }: Props, field: RefObject<HTMLTextAreaElement | null>) {
  const { id } = message;
  const { call, unsavedEdits } = useClient();
  const saved = useRef(source);
  const unsaved = useMemo(() => unsavedEdits.find(id), []);
  const initial = useMemo(() => splitFiles(unsaved ?? source).text, []);
  const text = useSignal(initial);
  const tray = useTrayOf(message, saved);
  const written = useComputed(() => joinFiles({ text: text.value, files: tray.uploaded.value }));
  const close = () => {
    tray.clear();
    unsavedEdits.drop(id);
    leave(message);
  };
  const keep = () => {
    if (written.value === joinFiles(splitFiles(saved.current))) unsavedEdits.drop(id);
    else unsavedEdits.keep(id, written.value);
  };
  // At each key: an effect of the hook waits for the next frame, before which the page may be left.
  useLayoutEffect(() => effect(keep), []);
  const changed = () => {
    text.value = field.current?.value ?? '';
    grow(field.current);
  };
  const saveBy = async (run: Action['run']) => {
    const { value: content } = written;
    const isSaved =
      content === joinFiles(splitFiles(saved.current)) ||
      (await run(() => call('PATCH', `/messages/${id}`, { content })));
    if (!isSaved) return;
    saved.current = content;
    // Text written before the answer is not saved yet.
    if (written.value === content) close();
  };
  return { content: written, tray, initial, isUnsaved: unsaved !== undefined, changed, saveBy, close };
}

/** The files of an edited message. `saved` is its saved text. */
function useTrayOf({ id }: Message, saved: RefObject<string>): Tray {
  const client = useClient();
  const tray = useMemo(() => {
    const home = {
      sayAdded: () => t('compose.addedToEdited'),
      find: () => client.unsavedEdits.find(id) ?? saved.current ?? '',
      keep: (content: string) => client.unsavedEdits.keep(id, content),
    };
    const found = trayOf(client, id, home);
    found.take(splitFiles(home.find()).files);
    return found;
  }, []);
  useLayoutEffect(() => {
    tray.isShown = true;
    return () => {
      tray.isShown = false;
    };
  }, []);
  return tray;
}

/** Closes the editor, unless another message is edited by now. */
function leave({ id }: Message): void {
  if (editing.value === id) editing.value = undefined;
}

interface ButtonsProps {
  canSave: boolean;
  isBusy: boolean;
  save: () => void;
  close: () => void;
}

function EditorButtons({ canSave, isBusy, save, close }: ButtonsProps) {
  return (
    <div class="buttons">
      <button type="button" class="button" disabled={!canSave} aria-disabled={isBusy} onClick={save}>
        {t('common.save')}
      </button>
      <CancelButton close={close} />
    </div>
  );
}

function CancelButton({ close }: { close: () => void }) {
  return (
    <button type="button" class="button is-plain" onClick={close}>
      {t('common.cancel')}
    </button>
  );
}

/** Adds what was typed before, and takes the focus unless the user has begun to write elsewhere. */
function begin(field: HTMLTextAreaElement | null, early: string): void {
  grow(field);
  if (field && early !== '') insertText(field, early);
  const { activeElement: other } = document;
  if (!(other instanceof HTMLTextAreaElement) || other.value === '') field?.focus();
}
