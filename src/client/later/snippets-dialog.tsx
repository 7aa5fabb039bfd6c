import { useSignal } from '@preact/signals';
import type { Snippet } from '../api/types.ts';
import { insert } from '../commands/view-state.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Tool } from '../parts/tool.tsx';

interface Props {
  /** The text being written, as the beginning of a new snippet. */
  content: string;
  onClose: () => void;
}

/** The user's snippets: to insert, change and delete. */
export function SnippetsDialog({ content, onClose }: Props) {
  const edited = useSignal<Partial<Snippet> | undefined>(undefined);
  const edit = (snippet: Partial<Snippet> | undefined) => {
    edited.value = snippet;
  };
  const { value: snippet } = edited;
  if (snippet)
    return (
      <Dialog title={t(snippet.id === undefined ? 'snippets.new' : 'snippets.edit')} onClose={onClose}>
        <SnippetForm key={snippet} snippet={snippet} onDone={() => edited.value === snippet && edit(undefined)} />
      </Dialog>
    );
  return (
    <Dialog title={t('snippets.title')} onClose={onClose}>
      <SnippetList onEdit={edit} onClose={onClose} />
      <button type="button" class="button" onClick={() => edit({ content })}>
        {t(content === '' ? 'snippets.new' : 'snippets.saveMessage')}
      </button>
    </Dialog>
  );
}

function SnippetList({ onEdit, onClose }: { onEdit: (snippet: Snippet) => void; onClose: () => void }) {
  const { saved_snippets } = useClient().store.read('personal').state;
  if (saved_snippets.length === 0) return <p>{t('snippets.none')}</p>;
  return (
    <ul class="snippets">
      {saved_snippets
        .toSorted((a, b) => compareNames(a.title, b.title))
        .map((snippet) => (
          <SnippetRow key={snippet.id} snippet={snippet} onClose={onClose} onEdit={() => onEdit(snippet)} />
        ))}
    </ul>
  );
}

interface RowProps {
  snippet: Snippet;
  onClose: () => void;
  onEdit: () => void;
}

function SnippetRow({ snippet, onClose, onEdit }: RowProps) {
  const client = useClient();
  const { id, title, content } = snippet;
  const choose = () => {
    onClose();
    insert(content);
  };
  const remove = () => client.attempt(client.call('DELETE', `/saved_snippets/${id}`));
  return (
    <li>
      <button type="button" class="snippet" onClick={choose}>
        <b>{title}</b> <span class="quiet">{content.slice(0, 200)}</span>
      </button>
      <Tool name={t('snippets.editOne', { title })} icon="pencil" onClick={onEdit} />
      <Tool name={t('snippets.delete', { title })} icon="close" onClick={() => void remove()} />
    </li>
  );
}

function SnippetForm({ snippet, onDone }: { snippet: Partial<Snippet>; onDone: () => void }) {
  const { call } = useClient();
  const { problem, runOnce } = useAction();
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const params = Object.fromEntries(new FormData(event.currentTarget));
    const isNew = snippet.id === undefined;
    const path = isNew ? '/saved_snippets' : `/saved_snippets/${snippet.id}`;
    if (await runOnce(() => call(isNew ? 'POST' : 'PATCH', path, params))) onDone();
  };
  return (
    <form class="form" onSubmit={submitted}>
      <label>
        {t('snippets.name')}
        <input class="field" name="title" required maxLength={60} defaultValue={snippet.title ?? ''} />
      </label>
      <label>
        {t('snippets.content')}
        <textarea class="field" name="content" rows={6} required defaultValue={snippet.content ?? ''} dir="auto" />
      </label>
      <Problem text={problem.value} />
      <FormButtons verb={t('snippets.save')} other={t('snippets.back')} onOther={onDone} />
    </form>
  );
}
