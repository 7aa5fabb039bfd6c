import type { Context } from '../context.ts';
import type { OpenIdProvider } from '../ground/config.ts';

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
