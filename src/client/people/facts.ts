import type { User } from '../api/types.ts';
import type { Client } from '../client.ts';
import { roleNames } from '../view/roles.ts';

/** What is known about somebody, with its names; nothing that is empty. */
export function listFacts({ store }: Client, user: User): (readonly [name: string, value: string])[] {
  const { custom_profile_fields } = store.read('people', 'realm').state;
  const fields = custom_profile_fields.map(({ id, name }) => [name, user.profile_data?.[id]?.value ?? ''] as const);
  const facts = [
    ['Role', user.is_bot ? 'Bot' : (roleNames[user.role] ?? '')],
    ['E-mail', user.delivery_email ?? ''],
    ['Local time', timeIn(user.timezone)],
    ['Joined', new Date(user.date_joined).toLocaleDateString([], { dateStyle: 'long' })],
    ...fields,
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

/** The time of day where somebody is; nothing if their zone is unknown, or unknown here. */
function timeIn(timeZone: string): string {
  if (timeZone === '') return '';
  try {
    return new Date().toLocaleTimeString([], { timeZone, timeStyle: 'short' });
  } catch {
    return '';
  }
}
