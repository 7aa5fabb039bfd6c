/** Services with accounts that profiles can link to, by their API names. */
export const defaultExternalAccounts = {
  twitter: {
    name: 'Twitter username',
    text: 'X (formerly Twitter)',
    hint: '',
    url_pattern: 'https://x.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
} as const;
