import { isSecondFactorUsed } from '../accounts/second-factor.ts';
import type { Context } from '../context.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import type { Texts } from '../ground/texts.ts';

/** The providers available for logins, in the order of the configuration. */
export function listProviders({ config }: Pick<Context, 'config'>): readonly OpenIdProvider[] {
  return config.sso?.providers ?? [];
}

/** The path where a login at a provider begins, and the path to which it returns. */
export function loginPath({ name }: OpenIdProvider): string {
  return `/openid/${name}`;
}

export function returnPath({ name }: OpenIdProvider): string {
  return `/openid-return/${name}`;
}

/**
 * The ways to log in through a browser as clients show them before the login: the providers and, where passwords may
 * need a second step, which clients cannot ask for, the login page.
 */
export function presentMethods(app: Pick<Context, 'config' | 'db'>, texts: Texts) {
  const providers = listProviders(app).map((provider) => ({
    name: `openid:${provider.name}`,
    display_name: provider.display_name,
    path: loginPath(provider),
  }));
  const page = { name: 'login', display_name: texts.t('login.browser'), path: '/login' };
  const methods = isSecondFactorUsed(app.db) ? [...providers, page] : providers;
  return methods.map(({ path, ...method }) => ({ ...method, display_icon: null, login_url: path, signup_url: path }));
}
