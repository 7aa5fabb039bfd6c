import { errorKind, parameterInvalid } from '../http/errors.ts';
import { isPlainObject, json, type Kind } from '../http/params.ts';

/** Authentication methods by their older names in `GET /server_settings`. */
export const legacyMethods = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  discord: false,
  saml: false,
  'openid connect': false,
};

/** The authentication methods of this server, by the names of the organization's settings. */
const methods = { Email: { enabled: true, available: true } } as const;
const names = Object.keys(methods);

export const unknownMethod = errorKind<{ name: string }>('Invalid authentication method: {name}');
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
      if (!isPlainObject(value)) throw parameterInvalid({ name, problem: 'is not a dict' });
      for (const [method, wanted] of Object.entries(value)) {
        if (!names.includes(method)) throw unknownMethod({ name: method });
        if (typeof wanted !== 'boolean')
          throw parameterInvalid({ name: `${name}["${method}"]`, problem: 'is not a boolean' });
      }
      if (!Object.values(value).includes(true)) throw methodRequired();
      return value as Record<string, boolean>;
    },
  };
}
