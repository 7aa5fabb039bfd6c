import type { Field } from '../forms/control.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { useClient } from '../parts/context.ts';

const fields: readonly Field[] = [
  { name: 'word', label: 'Word or phrase', control: { kind: 'text', max: 100 }, isRequired: true },
];

/** Words that notify the user like a mention. */
export function AlertWords() {
  const client = useClient();
  const { alert_words } = client.store.read('personal').state;
  const remove = (word: string) =>
    void client.attempt(client.call('DELETE', '/users/me/alert_words', { alert_words: [word] }));
  return (
    <EditableList
      about="Messages with one of these words notify you like a mention."
      items={alert_words.toSorted((a, b) => a.localeCompare(b))}
      empty="There are none yet."
      keyOf={(word) => word}
      nameOf={(word) => word}
      add={{
        title: 'Add a word',
        verb: 'Add',
        fields,
        submit: ({ word }) => client.call('POST', '/users/me/alert_words', { alert_words: [word] }),
      }}
      tools={(word) => (
        <button type="button" class="button is-plain" aria-label={`Remove ${word}`} onClick={() => remove(word)}>
          Remove
        </button>
      )}
    >
      {(word) => <b dir="auto">{word}</b>}
    </EditableList>
  );
}
