import type { Field } from '../forms/control.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const fields = (): readonly Field[] => [
  { name: 'word', label: t('settings.alertWord'), control: { kind: 'text', max: 100 }, isRequired: true },
];

/** Words that notify the user like a mention. */
export function AlertWords() {
  const client = useClient();
  const { alert_words } = client.store.read('personal').state;
  const remove = (word: string) =>
    void client.attempt(client.call('DELETE', '/users/me/alert_words', { alert_words: [word] }));
  return (
    <EditableList
      about={t('settings.alertWordsHint')}
      items={alert_words.toSorted((a, b) => compareNames(a, b))}
      empty={t('settings.noAlertWords')}
      keyOf={(word) => word}
      nameOf={(word) => word}
      add={{
        title: t('settings.addAlertWord'),
        verb: t('common.add'),
        fields: fields(),
        submit: ({ word }) => client.call('POST', '/users/me/alert_words', { alert_words: [word] }),
      }}
      tools={(word) => (
        <button
          type="button"
          class="button is-plain"
          aria-label={t('settings.removeAlertWord', { word })}
          onClick={() => remove(word)}
        >
          {t('common.remove')}
        </button>
      )}
    >
      {(word) => <b dir="auto">{word}</b>}
    </EditableList>
  );
}
