import type { User } from '../api/types.ts';
import type { Client } from '../client.ts';
import { locale } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { roleNames } from '../text/roles.ts';
import { formatTimeIn } from '../text/time.ts';

/** The known properties of every user, with labels; empty ones are left out. */
export function listFacts(client: Client, user: User): (readonly [name: string, value: string])[] {
  const facts = [
    [t('people.role'), user.is_bot ? t('people.bot') : (roleNames()[user.role] ?? '')],
    [t('people.owner'), user.bot_owner_id == null ? '' : client.userName(user.bot_owner_id)],
    [t('people.email'), user.delivery_email ?? ''],
    [t('people.localTime'), timeIn(user.timezone)],
    [t('people.joined'), new Date(user.date_joined).toLocaleDateString(locale(), { dateStyle: 'long' })],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

/** The time of day in a user's time zone; empty if the zone is not set or unknown to the browser. */
function timeIn(timeZone: string): string {
  if (timeZone === '') return '';
  try {
    return formatTimeIn(timeZone);
  } catch {
    return '';
  }
}
