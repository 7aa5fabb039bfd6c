/** The ways to log in, by the names of the API. */
export const authenticationMethods = {
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

/** Where the organization's picture is served, below the server's URL. */
export const realmIconUrl = '/icon.png';
