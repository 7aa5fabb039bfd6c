import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Linkifier } from '../api/types.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';

const fields = (): readonly Field[] => [
  {
    name: 'pattern',
    label: t('organization.pattern'),
    hint: t('organization.patternHint'),
    control: { kind: 'text', max: 1000 },
    isRequired: true,
  },
  {
    name: 'url_template',
    label: t('organization.address'),
    hint: t('organization.linkifierAddressHint'),
    control: { kind: 'text', max: 1000 },
    isRequired: true,
  },
  {
    name: 'example_input',
    label: t('organization.example'),
    hint: t('organization.exampleHint'),
    control: { kind: 'text', max: 1000 },
  },
  {
    name: 'reverse_template',
    label: t('organization.textOfAPasted'),
    hint: t('organization.pastedTextHint'),
    control: { kind: 'text', max: 1000 },
  },
  {
    name: 'alternatives',
    label: t('organization.furtherAddressesThatBecome'),
    hint: t('organization.oneALine'),
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
      title: t('organization.addALinkifier'),
      verb: t('common.add'),
      fields: fields(),
      submit: (values) => call('POST', '/realm/filters', paramsOf(values)),
    },
    change: (one) => ({
      title: t('organization.changeTheLinkifier'),
      verb: t('common.save'),
      fields: fields(),
      initial: { ...one, alternatives: one.alternative_url_templates.join('\n') },
      submit: (values) => call('PATCH', `/realm/filters/${one.id}`, paramsOf(values)),
    }),
    remove: ({ id }) => ({
      title: t('organization.deleteTheLinkifier'),
      text: t('organization.deleteLinkifierHint'),
      verb: t('common.delete'),
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
        about={t('organization.linkifiersHint')}
        items={realm_linkifiers}
        empty={t('common.noneYet')}
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
  useLayoutEffect(() => {
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
      <h3>{t('organization.tryThem')}</h3>
      <input
        class="field"
        aria-label={t('organization.aTextToTry')}
        placeholder={t('organization.tryPlaceholder')}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      {text.value.trim() !== '' && <Rendered html={html.value} class="trial" />}
    </section>
  );
}
