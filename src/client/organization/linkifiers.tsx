import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Linkifier } from '../api/types.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';

const fields: readonly Field[] = [
  {
    name: 'pattern',
    label: 'Pattern',
    hint: 'A regular expression with named groups, such as #(?P<id>[0-9]+).',
    control: { kind: 'text', max: 1000 },
    isRequired: true,
  },
  {
    name: 'url_template',
    label: 'Address',
    hint: 'With the groups in braces, such as https://example.com/issues/{id}.',
    control: { kind: 'text', max: 1000 },
    isRequired: true,
  },
  {
    name: 'example_input',
    label: 'Example',
    hint: 'A text that the pattern matches.',
    control: { kind: 'text', max: 1000 },
  },
  {
    name: 'reverse_template',
    label: 'Text of a pasted address',
    hint: 'Replaces an address when it is pasted, such as #{id}. Empty to keep addresses.',
    control: { kind: 'text', max: 1000 },
  },
  {
    name: 'alternatives',
    label: 'Further addresses that become this text',
    hint: 'One a line.',
    control: { kind: 'long' },
  },
];

function paramsOf({ pattern, url_template, example_input, reverse_template, alternatives }: Values) {
  const lines = String(alternatives ?? '').split('\n');
  return {
    pattern,
    url_template,
    example_input: example_input || null,
    reverse_template: reverse_template || null,
    alternative_url_templates: lines.map((line) => line.trim()).filter(Boolean),
  };
}

/** The forms of administrators for linkifiers. */
function useForms(): ListForms<Linkifier> {
  const { call, store } = useClient();
  if (!store.read('people').state.is_admin) return {};
  return {
    add: {
      title: 'Add a linkifier',
      verb: 'Add',
      fields,
      submit: (values) => call('POST', '/realm/filters', paramsOf(values)),
    },
    change: (one) => ({
      title: 'Change the linkifier',
      verb: 'Save',
      fields,
      initial: { ...one, alternatives: one.alternative_url_templates.join('\n') },
      submit: (values) => call('PATCH', `/realm/filters/${one.id}`, paramsOf(values)),
    }),
    remove: ({ id }) => ({
      title: 'Delete the linkifier?',
      text: 'New messages no longer get these links.',
      verb: 'Delete',
      act: () => call('DELETE', `/realm/filters/${id}`),
    }),
    reorder: (ids) => call('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids }),
  };
}

/** Patterns whose matches in messages become links. */
export function Linkifiers() {
  const { realm_linkifiers, is_admin } = useClient().store.read('realm', 'people').state;
  return (
    <>
      {!is_admin && <ReadOnlyNote />}
      <EditableList
        about="Texts such as #123 become links. If several patterns match, the first one counts."
        items={realm_linkifiers}
        empty="There are none yet."
        keyOf={({ id }) => id}
        nameOf={({ pattern }) => pattern}
        {...useForms()}
      >
        {({ pattern, url_template }) => (
          <>
            <code>{pattern}</code>
            <p class="quiet">{url_template}</p>
          </>
        )}
      </EditableList>
      {realm_linkifiers.length > 0 && <Trial linkifiers={realm_linkifiers} />}
    </>
  );
}

const pause = 300;

/** Shows the result of the linkifiers for a text. */
function Trial({ linkifiers }: { linkifiers: readonly Linkifier[] }) {
  const client = useClient();
  const text = useSignal(linkifiers[0]?.example_input ?? '');
  const html = useSignal('');
  useEffect(() => {
    if (text.value.trim() === '') return;
    const timer = setTimeout(() => {
      const rendering = client.call<{ rendered: string }>('POST', '/messages/render', { content: text.value });
      void client.attempt(
        rendering.then(({ rendered }) => {
          html.value = rendered;
        }),
      );
    }, pause);
    return () => clearTimeout(timer);
  }, [text.value, linkifiers]);
  return (
    <section class="list-section">
      <h3>Try them</h3>
      <input
        class="field"
        aria-label="A text to try them with"
        placeholder="Write a text with something that should become a link"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      {text.value.trim() !== '' && <Rendered html={html.value} class="trial" />}
    </section>
  );
}
