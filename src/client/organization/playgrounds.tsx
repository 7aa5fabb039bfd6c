import type { Playground } from '../api/types.ts';
import type { Field } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', control: { kind: 'text', max: 50 }, isRequired: true },
  {
    name: 'pygments_language',
    label: 'Language',
    hint: 'As it is written above a code block, such as python.',
    control: { kind: 'text', max: 40 },
    isRequired: true,
  },
  {
    name: 'url_template',
    label: 'Address',
    hint: 'With {code} where the code goes, such as https://example.com/?code={code}.',
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
      title: 'Add a playground',
      verb: 'Add',
      fields,
      submit: (values) => call('POST', '/realm/playgrounds', values),
    },
    remove: ({ id, name }) => ({
      title: `Delete ${name}?`,
      text: 'Code blocks can no longer be opened there.',
      verb: 'Delete',
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
        about="Code blocks of these languages can be opened where they run."
        items={realm_playgrounds}
        empty="There are none yet."
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
