import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { insertText, markLines, wrapSelection } from './text-edits.ts';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  hasPreview: boolean;
  canSend: boolean;
  onPreview: () => void;
  onFiles: (files: Iterable<File>) => void;
}

type Edit = (field: HTMLTextAreaElement) => void;

const edits: readonly [name: string, icon: IconName, edit: Edit][] = [
  ['Bold', 'bold', (field) => wrapSelection(field, '**')],
  ['Italics', 'italic', (field) => wrapSelection(field, '*')],
  ['Link', 'link', (field) => wrapSelection(field, '[', '](https://)')],
  ['Code', 'code', insertCode],
  ['Quote', 'quote', (field) => markLines(field, '> ')],
  ['List', 'list', (field) => markLines(field, '- ')],
  ['Emoji', 'smile', (field) => insertText(field, ':')],
];

/** What can be put into a message beside letters, and the button that sends it. */
export function ComposeTools({ field, hasPreview, canSend, onPreview, onFiles }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div class="compose-tools">
      <div role="toolbar" aria-label="Formatting">
        {edits.map(([name, icon, edit]) => (
          <button
            key={name}
            type="button"
            class="tool"
            aria-label={name}
            title={name}
            onClick={() => field.current && edit(field.current)}
          >
            <Icon name={icon} />
          </button>
        ))}
        <button type="button" class="tool" aria-label="Files" title="Files" onClick={() => picker.current?.click()}>
          <Icon name="file" />
        </button>
        <button
          type="button"
          class="tool"
          aria-label="Preview"
          title="Preview"
          aria-pressed={hasPreview}
          onClick={onPreview}
        >
          <Icon name="eye" />
        </button>
      </div>
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
      <button type="submit" class="button send" disabled={!canSend}>
        <Icon name="send" /> Send
      </button>
    </div>
  );
}

function insertCode(field: HTMLTextAreaElement): void {
  const text = field.value.slice(field.selectionStart, field.selectionEnd);
  if (text.includes('\n')) wrapSelection(field, '```\n', '\n```');
  else wrapSelection(field, '`');
}
