import type { ProfileField, State } from '../api/types.ts';
import { choiceOf, type Field, type Values } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';
import { accountOf, type FieldOption, fieldTypes, optionsOf } from '../store/profile-values.ts';

const isSelect = (type: unknown) => type === fieldTypes.select;
const isAccount = (type: unknown) => type === fieldTypes.account;

function typeField({ custom_profile_field_types }: State): Field {
  const names = Object.values(custom_profile_field_types).map(({ id, name }) => [id, name]);
  return { name: 'type', label: 'Kind', control: choiceOf(Object.fromEntries(names)) };
}

const lines: Field = {
  name: 'options',
  label: 'Options',
  hint: 'One per line. Removing an option clears it in profiles.',
  control: { kind: 'long' },
  isRequired: true,
};

const pattern: Field = {
  name: 'url_pattern',
  label: 'Address of an account',
  hint: 'With %(username)s where the name goes.',
  control: { kind: 'text', type: 'url' },
  isRequired: true,
};

function accountFields({ realm_default_external_accounts: usual }: State, { subtype }: Values): Field[] {
  const names = Object.entries(usual).map(([key, { text }]) => [key, text]);
  const control = choiceOf({ ...Object.fromEntries(names), custom: 'Another service' }, false);
  const service: Field = { name: 'subtype', label: 'Service', control };
  return subtype === 'custom' ? [service, pattern] : [service];
}

const flags: readonly Field[] = [
  {
    name: 'display_in_profile_summary',
    label: 'Shown in summaries of profiles',
    hint: 'At most two fields.',
    control: { kind: 'switch' },
  },
  { name: 'required', label: 'People are asked to fill it in', control: { kind: 'switch' } },
  { name: 'editable_by_user', label: 'People can change it themselves', control: { kind: 'switch' } },
  { name: 'use_for_user_matching', label: 'People are found by it', control: { kind: 'switch' } },
];

const summarized = new Set<unknown>([fieldTypes.long, fieldTypes.users]);

function fieldsOf(state: State, values: Values): Field[] {
  const { type, subtype } = values;
  const isNamed = !isAccount(type) || subtype === 'custom';
  return [
    ...(isSelect(type) ? [lines] : []),
    ...(isAccount(type) ? accountFields(state, values) : []),
    { name: 'name', label: 'Name', control: { kind: 'text', max: 40 }, isRequired: isNamed },
    { name: 'hint', label: 'Hint', hint: 'Shown to users who fill it in.', control: { kind: 'text', max: 80 } },
    ...flags.filter(({ name }) => name !== 'display_in_profile_summary' || !summarized.has(type)),
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
      title: 'Add a field',
      verb: 'Add',
      initial: usualValues,
      fields: (values) => [typeField(state), ...fieldsOf(state, values)],
      submit: (values) => call('POST', path, { ...paramsOf(values), field_type: values.type }),
    },
    change: (field) => ({
      title: `Change ${field.name}`,
      verb: 'Save',
      initial: valuesOf(field),
      fields: (values) => fieldsOf(state, values),
      submit: (values) => call('PATCH', `${path}/${field.id}`, paramsOf(values, optionsIn(field))),
    }),
    remove: ({ id, name }) => ({
      title: `Delete ${name}?`,
      text: 'Its values in all profiles are deleted, too.',
      verb: 'Delete',
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
        about="What people can add to their profiles, in this order."
        items={custom_profile_fields}
        empty="There are none yet."
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
  const { custom_profile_field_types: types } = useClient().store.read('realm').state;
  const { type, name, hint, required, editable_by_user } = field;
  return (
    <>
      <b>{name}</b> <span class="badge">{Object.values(types).find(({ id }) => id === type)?.name}</span>
      {required && <span class="badge">Required</span>}
      {!editable_by_user && <span class="badge">Administrators fill it in</span>}
      {hint && <p class="quiet">{hint}</p>}
    </>
  );
}
