import type { Context } from '../context.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { isPlainObject, json, type Kind } from '../http/params.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';

/** Authentication methods by their older names in `GET /server_settings`. */
export function presentLegacyMethods({ config }: Pick<Context, 'config'>) {
  const hasPasswords = arePasswordsOpen({ config });
  const hasDirectory = config.sso?.ldap !== undefined;
  return {
    password: hasPasswords || hasDirectory,
    dev: false,
    email: hasPasswords,
    ldap: hasDirectory,
    remoteuser: false,
    github: false,
    azuread: false,
    gitlab: false,
    apple: false,
    google: false,
    discord: false,
    saml: false,
    'openid connect': (config.sso?.providers.length ?? 0) > 0,
  };
}

/** The authentication methods that the organization can choose, by the names of its settings. */
const methods = { Email: { enabled: true, available: true } } as const;
const names = Object.keys(methods);

export const unknownMethod = errorKind<{ name: string }>(
  `Invalid authentication method: {name}. Valid methods are: ['${names.join("', '")}']`,
);
export const methodRequired = errorKind('At least one authentication method must be enabled.');

export function presentAuthenticationMethods(): object {
  return methods;
}

/** Reads which authentication methods to enable. Throws unknownMethod, or methodRequired if none would be enabled. */
export function wantedMethods(): Kind<Record<string, boolean>> {
  const plain = json();
  return {
    schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])) },
    json: true,
    bad: ['x', '[]', '{"Email": "yes"}', '{"Carrier pigeon": true}', '{"Email": false}', '{}'],
    read(raw, name) {
      const value = plain.read(raw, name);
      if (!isPlainObject(value)) throw parameterInvalid({ name, problem: problems.notDict });
      for (const [method, wanted] of Object.entries(value)) {
        if (!names.includes(method)) throw unknownMethod({ name: method });
        if (typeof wanted !== 'boolean')
          throw parameterInvalid({ name: `${name}["${method}"]`, problem: problems.notBoolean });
      }
      if (!Object.values(value).includes(true)) throw methodRequired();
      return value as Record<string, boolean>;
    },
  };
}
