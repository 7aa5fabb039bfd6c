import type { Playground } from '../api/types.ts';
import type { Field } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const fields = (): readonly Field[] => [
  { name: 'name', label: t('common.name'), control: { kind: 'text', max: 50 }, isRequired: true },
  {
    name: 'pygments_language',
    label: t('organization.language'),
    hint: t('organization.playgroundLanguageHint'),
    control: { kind: 'text', max: 40 },
    isRequired: true,
  },
  {
    name: 'url_template',
    label: t('organization.address'),
    hint: t('organization.playgroundAddressHint'),
    control: { kind: 'text', max: 1000 },
    isRequired: true,
  },
];

/** The forms of administrators for playgrounds. */
function useForms(): ListForms<Playground> {
  const { call, store } = useClient();
  if (!store.read('people').state.is_admin) return {};
  return {
    add: {
      title: t('organization.addAPlayground'),
      verb: t('common.add'),
      fields: fields(),
      submit: (values) => call('POST', '/realm/playgrounds', values),
    },
    remove: ({ id, name }) => ({
      title: t('organization.deleteQuestion', { name }),
      text: t('organization.deletePlaygroundHint'),
      verb: t('common.delete'),
      act: () => call('DELETE', `/realm/playgrounds/${id}`),
    }),
  };
}

/** Websites that run code from messages. */
export function Playgrounds() {
  const { realm_playgrounds, is_admin } = useClient().store.read('realm', 'people').state;
  return (
    <>
      {!is_admin && <ReadOnlyNote />}
      <EditableList
        about={t('organization.playgroundsHint')}
        items={realm_playgrounds}
        empty={t('common.noneYet')}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        {...useForms()}
      >
        {({ name, pygments_language, url_template }) => (
          <>
            <b>{name}</b> <span class="badge">{pygments_language}</span>
            <p class="quiet">{url_template}</p>
          </>
        )}
      </EditableList>
    </>
  );
}
