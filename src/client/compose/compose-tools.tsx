import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { nameOf } from '../commands/key-names.ts';
import { insert, type OpenDialog, openDialog } from '../commands/view-state.ts';
import { noteEnterChoice } from '../device/enter-choice.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { insertWord, linkWords, markLines, wrapSelection } from '../parts/text-edits.ts';
import { Tool } from '../parts/tool.tsx';
import type { Conversation } from '../store/conversation.ts';
import { callLink } from '../text/call-link.ts';
import type { Drawing, IconName } from '../text/icons.ts';
import { lateIcons } from '../text/late-icons.ts';
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

const edits = (): readonly [name: string, icon: IconName | Drawing, edit: Edit, key?: string][] => [
  [t('common.bold'), lateIcons.bold, (field) => wrapSelection(field, '**'), 'Ctrl+b'],
  [t('common.italics'), lateIcons.italic, (field) => wrapSelection(field, '*'), 'Ctrl+i'],
  [t('compose.link'), 'link', linkWords, 'Ctrl+Shift+l'],
  [t('common.code'), lateIcons.code, insertCode],
  [t('compose.quote'), lateIcons.quote, (field) => markLines(field, '> ')],
  [t('compose.list'), 'list', (field) => markLines(field, '- ')],
];

/** The buttons for inserting into a message and for sending it. */
export function ComposeTools(props: Props) {
  const { canSend } = props;
  const enterSends = useClient().store.read('personal').state.user_settings.enter_sends;
  return (
    <div class="compose-tools">
      <Formatting {...props} />
      {canSend && <Hint />}
      <div class="compose-send">
        <EnterSends />
        <button
          type="submit"
          class="button send"
          title={enterSends ? t('keys.enter') : t('keys.withCtrl', { key: t('keys.enter') })}
          disabled={!canSend}
        >
          <Icon name={lateIcons.send} /> <span class="send-word">{t('compose.send')}</span>
        </button>
      </div>
    </div>
  );
}

/** Examples of what can be formatted, in one line. Screen readers would read marks; the menu beside it has the help. */
function Hint() {
  return (
    <div class="compose-hint" aria-hidden="true">
      <b>**{t('common.bold')}**</b>
      <i>*{t('common.italics')}*</i>
      <code>`{t('common.code')}`</code>
      <span>{`> ${t('compose.quote')}`}</span>
    </div>
  );
}

/** Whether Enter sends or starts a new line: people are used to both. */
function EnterSends() {
  const client = useClient();
  const { enter_sends } = client.store.read('personal').state.user_settings;
  const change = (enter_sends: boolean) => {
    noteEnterChoice();
    void client.attempt(client.call('PATCH', '/settings', { enter_sends }));
  };
  return (
    <label class="enter-sends">
      <input type="checkbox" checked={enter_sends} onChange={({ currentTarget }) => change(currentTarget.checked)} />{' '}
      {t('compose.enterSends')}
    </label>
  );
}

function Formatting(props: Props) {
  const { field, hasPreview, onPreview, onFiles } = props;
  const isUnfolded = useSignal(false);
  return (
    <div role="toolbar" aria-label={t('compose.formatting')}>
      <FilePicker onFiles={onFiles} />
      <Menu label={t('compose.moreToInsert')} icon="plus">
        {(close) => <InsertMenu {...props} content={field.current?.value.trim() ?? ''} close={close} />}
      </Menu>
      <EmojiTool field={field} />
      <Tool
        name={t('compose.moreFormatting')}
        icon="more"
        class="unfold"
        aria-expanded={isUnfolded.value}
        onClick={() => {
          isUnfolded.value = !isUnfolded.value;
        }}
      />
      <div class={isUnfolded.value ? 'compose-edits is-unfolded' : 'compose-edits'}>
        {edits().map(([name, icon, edit, key]) => (
          <Tool
            key={name}
            name={name}
            title={key ? t('common.withKey', { name, key: nameOf(key) }) : name}
            icon={icon}
            onClick={() => field.current && edit(field.current)}
          />
        ))}
        <Tool name={t('compose.preview')} icon={lateIcons.eye} aria-pressed={hasPreview} onClick={onPreview} />
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
    <Tool
      name={t('compose.emoji')}
      icon="smile"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => choose(currentTarget)}
    />
  );
}

function FilePicker({ onFiles }: Pick<Props, 'onFiles'>) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool name={t('compose.files')} icon={lateIcons.file} onClick={() => picker.current?.click()} />
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
    [t('compose.poll'), { kind: 'poll', conversation }],
    [t('compose.toDoList'), { kind: 'todo', conversation }],
    [t('compose.globalTime'), { kind: 'time' }],
    [t('compose.snippets'), { kind: 'snippets', content }],
    [t('common.formattingHelp'), { kind: 'formatting' }],
  ];
  const link = callLink(useClient().store.model.state);
  return (
    <ul class="menu">
      {canSend && <MenuItem label={t('compose.sendLater')} act={onSchedule} close={close} />}
      {canRecord && <MenuItem label={t('compose.voiceClip')} act={onVoice} close={close} />}
      {link && <MenuItem label={t('compose.linkToACall')} act={() => insert(link)} close={close} />}
      {items.map(([label, opened]) => (
        <MenuItem key={label} label={label} act={() => openDialog(opened)} close={close} />
      ))}
    </ul>
  );
}

function insertCode(field: HTMLTextAreaElement): void {
  const text = field.value.slice(field.selectionStart, field.selectionEnd);
  if (text.includes('\n')) wrapSelection(field, '```\n', '\n```');
  else wrapSelection(field, '`');
}
