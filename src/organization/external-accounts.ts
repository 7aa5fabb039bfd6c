/** Services with accounts that profiles can link to, by their API names. */
export const defaultExternalAccounts = {
  twitter: {
    name: 'X',
    text: 'X (formerly Twitter)',
    hint: '',
    url_pattern: 'https://x.com/%(username)s',
  },
  github: {
    name: 'GitHub',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const;
