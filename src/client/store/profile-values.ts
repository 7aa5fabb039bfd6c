import type { ProfileField, User } from '../api/types.ts';

/** The types of profile fields. */
export const fieldTypes = { short: 1, long: 2, select: 3, date: 4, url: 5, users: 6, account: 7, pronouns: 8 } as const;

/** An option of a field that is a list. */
export interface FieldOption {
  key: string;
  text: string;
}

export function optionsOf({ field_data }: Pick<ProfileField, 'field_data'>): FieldOption[] {
  const data = JSON.parse(field_data || '{}') as Record<string, { text: string; order: string }>;
  return Object.entries(data)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }));
}

/** A user's value of a profile field: text, or ids of users. */
export function profileValueOf(user: User | undefined, { id, type }: ProfileField): string | number[] {
  const value = user?.profile_data?.[id]?.value ?? '';
  if (type !== fieldTypes.users) return value;
  return value === '' ? [] : (JSON.parse(value) as number[]);
}

interface Account {
  subtype: string;
  url_pattern?: string;
}

export function accountOf({ field_data }: Pick<ProfileField, 'field_data'>): Account {
  return field_data === '' ? { subtype: 'custom' } : (JSON.parse(field_data) as Account);
}
