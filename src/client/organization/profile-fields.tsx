import type { ProfileField, State } from '../api/types.ts';
import { choiceOf, type Field, type Values } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { accountOf, type FieldOption, fieldTypes, optionsOf } from '../store/profile-values.ts';

const isSelect = (type: unknown) => type === fieldTypes.select;
const isAccount = (type: unknown) => type === fieldTypes.account;

const typeNames = (): Readonly<Record<number, string>> => ({
  [fieldTypes.short]: t('organization.fieldShort'),
  [fieldTypes.long]: t('organization.fieldLong'),
  [fieldTypes.select]: t('organization.fieldSelect'),
  [fieldTypes.date]: t('organization.fieldDate'),
  [fieldTypes.url]: t('organization.fieldLink'),
  [fieldTypes.users]: t('organization.fieldPeople'),
  [fieldTypes.account]: t('organization.fieldAccount'),
  [fieldTypes.pronouns]: t('organization.fieldPronouns'),
});

const typeField = (): Field => ({ name: 'type', label: t('organization.kind'), control: choiceOf(typeNames()) });

const lines = (): Field => ({
  name: 'options',
  label: t('organization.options'),
  hint: t('organization.optionsHint'),
  control: { kind: 'long' },
  isRequired: true,
});

const pattern = (): Field => ({
  name: 'url_pattern',
  label: t('organization.addressOfAnAccount'),
  hint: t('organization.accountAddressHint'),
  control: { kind: 'text', type: 'url' },
  isRequired: true,
});

function accountFields({ realm_default_external_accounts: usual }: State, { subtype }: Values): Field[] {
  const names = Object.entries(usual).map(([key, { text }]) => [key, text]);
  const control = choiceOf({ ...Object.fromEntries(names), custom: t('organization.anotherService') }, false);
  const service: Field = { name: 'subtype', label: t('organization.service'), control };
  return subtype === 'custom' ? [service, pattern()] : [service];
}

const flags = (): readonly Field[] => [
  {
    name: 'display_in_profile_summary',
    label: t('organization.shownInSummariesOf'),
    hint: t('organization.atMostTwoFields'),
    control: { kind: 'switch' },
  },
  { name: 'required', label: t('organization.peopleAreAskedTo'), control: { kind: 'switch' } },
  { name: 'editable_by_user', label: t('organization.peopleCanChangeIt'), control: { kind: 'switch' } },
  { name: 'use_for_user_matching', label: t('organization.peopleAreFoundBy'), control: { kind: 'switch' } },
];

const summarized = new Set<unknown>([fieldTypes.long, fieldTypes.users]);

function fieldsOf(state: State, values: Values): Field[] {
  const { type, subtype } = values;
  const isNamed = !isAccount(type) || subtype === 'custom';
  return [
    ...(isSelect(type) ? [lines()] : []),
    ...(isAccount(type) ? accountFields(state, values) : []),
    { name: 'name', label: t('common.name'), control: { kind: 'text', max: 40 }, isRequired: isNamed },
    {
      name: 'hint',
      label: t('organization.hint'),
      hint: t('organization.shownToUsersWho'),
      control: { kind: 'text', max: 80 },
    },
    ...flags().filter(({ name }) => name !== 'display_in_profile_summary' || !summarized.has(type)),
  ];
}

/** The data of a field besides its names and flags, in the server's format. */
function dataOf(values: Values, before: readonly FieldOption[]): object {
  if (isSelect(values.type)) return choicesOf(String(values.options ?? ''), before);
  if (!isAccount(values.type)) return {};
  return values.subtype === 'custom'
    ? { subtype: 'custom', url_pattern: values.url_pattern }
    : { subtype: values.subtype };
}

/** Options by key. An existing option keeps its key, so that users keep their choice. */
function choicesOf(text: string, before: readonly FieldOption[]): object {
  const known = new Map(before.map((one) => [one.text, one.key]));
  let next = Math.max(-1, ...before.map(({ key }) => Number(key) || 0)) + 1;
  const texts = text.split('\n').map((line) => line.trim());
  const entries = texts.filter(Boolean).map((line, index) => {
    const key = known.get(line) ?? String(next++);
    return [key, { text: line, order: String(index + 1) }];
  });
  return Object.fromEntries(entries);
}

function paramsOf(values: Values, before: readonly FieldOption[] = []) {
  const names = ['name', 'hint', 'required', 'editable_by_user', 'use_for_user_matching'];
  const summary = summarized.has(values.type) ? {} : { display_in_profile_summary: values.display_in_profile_summary };
  const plain = Object.fromEntries(names.map((name) => [name, values[name]]));
  return { ...plain, ...summary, field_data: dataOf(values, before) };
}

const usualValues = {
  type: 1,
  name: '',
  hint: '',
  subtype: 'github',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
  use_for_user_matching: false,
};

function valuesOf(field: ProfileField): Values {
  const account = isAccount(field.type) ? accountOf(field) : {};
  const options = isSelect(field.type) ? optionsOf(field).map(({ text }) => text) : [];
  return { ...usualValues, ...field, ...account, options: options.join('\n') };
}

/** The forms of administrators for profile fields. */
function useForms(): ListForms<ProfileField> {
  const { call, store } = useClient();
  const { state } = store.read('realm', 'people');
  if (!state.is_admin) return {};
  const path = '/realm/profile_fields';
  const optionsIn = (field: ProfileField) => (isSelect(field.type) ? optionsOf(field) : []);
  return {
    add: {
      title: t('organization.addAField'),
      verb: t('common.add'),
      initial: usualValues,
      fields: (values) => [typeField(), ...fieldsOf(state, values)],
      submit: (values) => call('POST', path, { ...paramsOf(values), field_type: values.type }),
    },
    change: (field) => ({
      title: t('organization.changeOne', { name: field.name }),
      verb: t('common.save'),
      initial: valuesOf(field),
      fields: (values) => fieldsOf(state, values),
      submit: (values) => call('PATCH', `${path}/${field.id}`, paramsOf(values, optionsIn(field))),
    }),
    remove: ({ id, name }) => ({
      title: t('organization.deleteQuestion', { name }),
      text: t('organization.deleteFieldHint'),
      verb: t('common.delete'),
      act: () => call('DELETE', `${path}/${id}`),
    }),
    reorder: (order) => call('PATCH', path, { order }),
  };
}

/** The profile fields of the organization. */
export function ProfileFields() {
  const { custom_profile_fields, is_admin } = useClient().store.read('realm', 'people').state;
  return (
    <>
      {!is_admin && <ReadOnlyNote />}
      <EditableList
        about={t('organization.profileFieldsHint')}
        items={custom_profile_fields}
        empty={t('common.noneYet')}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        {...useForms()}
      >
        {(field) => <FieldFacts field={field} />}
      </EditableList>
    </>
  );
}

function FieldFacts({ field }: { field: ProfileField }) {
  const { type, name, hint, required, editable_by_user } = field;
  return (
    <>
      <b>{name}</b> <span class="badge">{typeNames()[type]}</span>
      {required && <span class="badge">{t('organization.required')}</span>}
      {!editable_by_user && <span class="badge">{t('organization.administratorsFillItIn')}</span>}
      {hint && <p class="quiet">{hint}</p>}
    </>
  );
}
