import { t } from '../language/texts.ts';
/** The names of roles. */
export const roleNames = (): Readonly<Record<number, string>> => ({
  100: t('roles.owner'),
  200: t('roles.administrator'),
  300: t('roles.moderator'),
  400: t('roles.member'),
  600: t('roles.guest'),
});
