import type { Context } from '../context.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import { isOwner, type User } from '../users/user.ts';

/** The providers that people can log in with, in the order of the configuration. */
export function listProviders({ config }: Pick<Context, 'config'>): readonly OpenIdProvider[] {
  return config.sso?.providers ?? [];
}

/** Whether everybody may log in with a password of this server. */
export function arePasswordsOpen({ config }: Pick<Context, 'config'>): boolean {
  return config.sso?.passwords !== 'owners';
}

/** Whether somebody may log in with a password of this server. Owners can, so that nobody locks them out. */
export function canUsePassword(app: Pick<Context, 'config'>, user: User): boolean {
  return arePasswordsOpen(app) || isOwner(user);
}

/** The path where a login at a provider begins, and the one where it comes back to. */
export function loginPath({ name }: OpenIdProvider): string {
  return `/openid/${name}`;
}

export function returnPath({ name }: OpenIdProvider): string {
  return `/openid-return/${name}`;
}

/** The providers as clients show them before the login. */
export function presentProviders(app: Pick<Context, 'config'>) {
  return listProviders(app).map((provider) => ({
    name: `openid:${provider.name}`,
    display_name: provider.display_name,
    display_icon: null,
    login_url: loginPath(provider),
    signup_url: loginPath(provider),
  }));
}
