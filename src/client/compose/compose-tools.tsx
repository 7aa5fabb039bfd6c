import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { State } from '../api/types.ts';
import { insert, type OpenDialog, openDialog } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { insertWord, markLines, wrapSelection } from '../parts/text-edits.ts';
import { Tool } from '../parts/tool.tsx';
import type { Conversation } from '../store/conversation.ts';
import type { IconName } from '../text/icons.ts';
import { canRecord } from './voice-clip.tsx';

interface Props {
  conversation: Conversation;
  field: RefObject<HTMLTextAreaElement | null>;
  hasPreview: boolean;
  canSend: boolean;
  onPreview: () => void;
  onSchedule: () => void;
  onFiles: (files: Iterable<File>) => void;
  onVoice: () => void;
}

type Edit = (field: HTMLTextAreaElement) => void;

const edits: readonly [name: string, icon: IconName, edit: Edit][] = [
  ['Bold', 'bold', (field) => wrapSelection(field, '**')],
  ['Italics', 'italic', (field) => wrapSelection(field, '*')],
  ['Link', 'link', (field) => wrapSelection(field, '[', '](https://)')],
  ['Code', 'code', insertCode],
  ['Quote', 'quote', (field) => markLines(field, '> ')],
  ['List', 'list', (field) => markLines(field, '- ')],
];

/** The buttons for inserting into a message and for sending it. */
export function ComposeTools(props: Props) {
  const { canSend } = props;
  const enterSends = useClient().store.read('personal').state.user_settings.enter_sends;
  return (
    <div class="compose-tools">
      <Formatting {...props} />
      <div class="compose-send">
        <EnterSends />
        <button type="submit" class="button send" title={enterSends ? 'Enter' : 'Ctrl+Enter'} disabled={!canSend}>
          <Icon name="send" /> <span class="send-word">Send</span>
        </button>
      </div>
    </div>
  );
}

/** Whether Enter sends or starts a new line: people are used to both. */
function EnterSends() {
  const client = useClient();
  const { enter_sends } = client.store.read('personal').state.user_settings;
  const change = (enter_sends: boolean) => void client.attempt(client.call('PATCH', '/settings', { enter_sends }));
  return (
    <label class="enter-sends">
      <input type="checkbox" checked={enter_sends} onChange={({ currentTarget }) => change(currentTarget.checked)} />{' '}
      Enter sends
    </label>
  );
}

function Formatting(props: Props) {
  const { field, hasPreview, onPreview, onFiles } = props;
  const isUnfolded = useSignal(false);
  return (
    <div role="toolbar" aria-label="Formatting">
      <FilePicker onFiles={onFiles} />
      <Menu label="More to insert" icon="plus">
        {(close) => <InsertMenu {...props} content={field.current?.value.trim() ?? ''} close={close} />}
      </Menu>
      <EmojiTool field={field} />
      <Tool
        name="More formatting"
        icon="more"
        class="unfold"
        aria-expanded={isUnfolded.value}
        onClick={() => {
          isUnfolded.value = !isUnfolded.value;
        }}
      />
      <div class={isUnfolded.value ? 'compose-edits is-unfolded' : 'compose-edits'}>
        {edits.map(([name, icon, edit]) => (
          <Tool key={name} name={name} icon={icon} onClick={() => field.current && edit(field.current)} />
        ))}
        <Tool name="Preview" icon="eye" aria-pressed={hasPreview} onClick={onPreview} />
      </div>
    </div>
  );
}

/** Inserts an emoji at the caret. */
function EmojiTool({ field }: Pick<Props, 'field'>) {
  const choose = (anchor: Element) =>
    openDialog({
      kind: 'emoji',
      anchor,
      onChoose: ({ emoji_name }) => field.current && insertWord(field.current, `:${emoji_name}:`),
    });
  return (
    <Tool name="Emoji" icon="smile" aria-haspopup="dialog" onClick={({ currentTarget }) => choose(currentTarget)} />
  );
}

function FilePicker({ onFiles }: Pick<Props, 'onFiles'>) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool name="Files" icon="file" onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface InsertProps extends Props {
  content: string;
  close: () => void;
}

function InsertMenu({ conversation, content, canSend, onSchedule, onVoice, close }: InsertProps) {
  const items: readonly [label: string, opened: OpenDialog][] = [
    ['Poll…', { kind: 'poll', conversation }],
    ['To-do list…', { kind: 'todo', conversation }],
    ['Global time…', { kind: 'time' }],
    ['Snippets…', { kind: 'snippets', content }],
    ['Formatting help', { kind: 'formatting' }],
  ];
  const call = callAddress(useClient().store.model.state);
  return (
    <ul class="menu">
      {canSend && <MenuItem label="Send later…" act={onSchedule} close={close} />}
      {canRecord && <MenuItem label="Voice clip" act={onVoice} close={close} />}
      {call && <MenuItem label="Link to a call" act={() => insert(`[Join the call](${call}) `)} close={close} />}
      {items.map(([label, opened]) => (
        <MenuItem key={label} label={label} act={() => openDialog(opened)} close={close} />
      ))}
    </ul>
  );
}

/** The address of a new room for calls; undefined if the organization has no service for them. */
function callAddress(state: State): string | undefined {
  if (state.realm_video_chat_provider === 0) return undefined;
  return `${state.realm_jitsi_server_url ?? state.server_jitsi_server_url}/${crypto.getRandomValues(new BigUint64Array(1))}`;
}

function insertCode(field: HTMLTextAreaElement): void {
  const text = field.value.slice(field.selectionStart, field.selectionEnd);
  if (text.includes('\n')) wrapSelection(field, '```\n', '\n```');
  else wrapSelection(field, '`');
}
