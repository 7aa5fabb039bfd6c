import {
  accessField,
  checkFieldType,
  doCreateField,
  doDeleteField,
  doReorderFields,
  doUpdateField,
  type Field,
  type FieldSettings,
  fieldErrors,
  fieldLimits,
  fieldNotFound,
  fieldOrderIncomplete,
  fieldTypeInvalid,
  presentFields,
  settingsOf,
  usualFieldFixed,
} from '../../accounts/profile-field.ts';
import { checkFieldData, fieldDataErrors, usualNaming } from '../../accounts/profile-field-data.ts';
import { doRemoveLostChoices } from '../../accounts/profile-values.ts';
import { boolean, integer, json, list, optional, required, text } from '../../http/params.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const field_id = required(integer(), 'The field.');
const name = text({ max: fieldLimits.name });
const hint = text({ max: fieldLimits.hint });
const forData =
  'Options of a list, by keys of your choice: `{"key": {"text": "…", "order": "1"}}`. For an external account, its type.';
const forSummary = 'Whether clients show it in the summary of a profile.';
const forRequired = 'Whether clients ask users to fill it in.';
const forEditable = 'Whether users may change it in their own profile.';
const forMatching = 'Whether clients match it when they search for users.';

export const getProfileFields: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/profile_fields',
  summary: 'Get the custom profile fields',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler({ db }) {
    return { custom_fields: presentFields(db) };
  },
});

export const createProfileField: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/profile_fields',
  summary: 'Create a custom profile field',
  access: 'administrator',
  params: {
    field_type: required(integer(), 'Number of the field type.'),
    name: optional(name, 'Name of the field. Well-known external accounts have a default name.', { fallback: '' }),
    hint: optional(hint, 'Hint for users who fill it in.', { fallback: '' }),
    field_data: optional(json(), forData, { fallback: {} }),
    display_in_profile_summary: optional(boolean(), forSummary, { fallback: false }),
    required: optional(boolean(), forRequired, { fallback: false }),
    editable_by_user: optional(boolean(), forEditable, { fallback: true }),
    use_for_user_matching: optional(boolean(), forMatching, { fallback: false }),
  },
  errors: [fieldTypeInvalid, ...fieldDataErrors, ...fieldErrors, realmListFull],
  handler({ app }, { field_type, ...settings }) {
    const type = checkFieldType(field_type);
    const field_data = checkFieldData(type, settings.field_data);
    return { id: doCreateField(app, type, { ...settings, field_data, ...usualNaming(type, field_data) }) };
  },
});

export const updateProfileField: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Change a custom profile field',
  access: 'administrator',
  params: {
    field_id,
    name: optional(name, 'Name of the field.'),
    hint: optional(hint, 'Hint for users who fill it in.'),
    field_data: optional(json(), forData),
    display_in_profile_summary: optional(boolean(), forSummary),
    required: optional(boolean(), forRequired),
    editable_by_user: optional(boolean(), forEditable),
    use_for_user_matching: optional(boolean(), forMatching),
  },
  errors: [fieldNotFound, usualFieldFixed, ...fieldDataErrors, ...fieldErrors, realmListFull],
  handler({ app, db }, { field_id, field_data: data, ...changes }) {
    const field = accessField(db, field_id);
    const field_data = data === undefined ? field.field_data : checkFieldData(field.field_type, data);
    ensureUsualStays(field, { ...settingsOf(field), ...given(changes), field_data });
    doRemoveLostChoices(app, field, field_data);
    doUpdateField(app, field, { ...settingsOf(field), ...given(changes), field_data });
    return {};
  },
});

export const reorderProfileFields: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm/profile_fields',
  summary: 'Reorder the custom profile fields',
  access: 'administrator',
  params: { order: required(list(integer()), 'Ids of all fields, in the new order.') },
  errors: [fieldOrderIncomplete],
  handler({ app }, { order }) {
    doReorderFields(app, order);
    return {};
  },
});

export const deleteProfileField: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Delete a custom profile field and its values',
  access: 'administrator',
  params: { field_id },
  errors: [fieldNotFound],
  handler({ app, db }, { field_id }) {
    doDeleteField(app, accessField(db, field_id));
    return {};
  },
});

/** Throws usualFieldFixed if a field for a well-known external account would get another name, hint or account. */
function ensureUsualStays(field: Field, { name, hint, field_data }: FieldSettings): void {
  if (usualNaming(field.field_type, field.field_data) === undefined) return;
  const isSame = name === field.name && hint === field.hint && field_data === field.field_data;
  if (!isSame) throw usualFieldFixed();
}

type Given<Changes> = { [Name in keyof Changes]?: Exclude<Changes[Name], undefined> };

/** The changes without undefined values. */
function given<Changes extends object>(changes: Changes): Given<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Given<Changes>;
}
