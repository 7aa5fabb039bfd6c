import type { ProfileField, User } from '../api/types.ts';
import type { Control, Field, Values } from '../forms/control.ts';
import { fieldTypes, optionsOf, profileValueOf } from '../store/profile-values.ts';

const limits = { short: 50, long: 500, url: 2048 };

/** A field of profiles as a field of a form. */
export function formFieldOf(field: ProfileField, isDisabled: boolean): Field {
  const { id, name, hint } = field;
  return { name: String(id), label: name, hint: hint === '' ? undefined : hint, control: controlOf(field), isDisabled };
}

function controlOf(field: ProfileField): Control {
  switch (field.type) {
    case fieldTypes.long:
      return { kind: 'long', max: limits.long };
    case fieldTypes.select: {
      const options = optionsOf(field).map(({ key, text }) => ({ value: key, label: text }));
      return { kind: 'choice', options: [{ value: '', label: '' }, ...options] };
    }
    case fieldTypes.date:
      return { kind: 'text', type: 'date' };
    case fieldTypes.url:
      return { kind: 'text', type: 'url', max: limits.url };
    case fieldTypes.users:
      return { kind: 'people' };
    default:
      return { kind: 'text', max: limits.short };
  }
}

/** A user's profile values, by the names of the form's fields. */
export function profileValues(fields: readonly ProfileField[], user: User | undefined): Values {
  return Object.fromEntries(fields.map((field) => [String(field.id), profileValueOf(user, field)]));
}

/** The values of a form in the server's format. */
export function profileData(fields: readonly ProfileField[], values: Values) {
  return fields.map(({ id }) => ({ id, value: values[String(id)] ?? '' }));
}
