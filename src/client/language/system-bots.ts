import type { UnvaryingKey } from '../../languages/keys.ts';
import { t } from './texts.ts';

/** The server's own bots, whose names nobody else may take. */
const bots: Readonly<Record<string, UnvaryingKey>> = {
  'Notification Bot': 'common.notificationBot',
  'Welcome Bot': 'common.welcomeBot',
};

/** A name as readers see it: those of the server's own bots are in their language. */
export function shownName(full_name: string): string {
  const key = Object.hasOwn(bots, full_name) ? bots[full_name] : undefined;
  return key === undefined ? full_name : t(key);
}
