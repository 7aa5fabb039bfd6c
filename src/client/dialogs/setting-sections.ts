/** A section of a page of settings. */
export interface SectionName<Id extends string = string> {
  id: Id;
  name: string;
  /** Other words by which people look for what it holds. */
  words: string;
}

export const ownSections = [
  { id: 'profile', name: 'Profile', words: 'name picture avatar pronouns' },
  { id: 'account', name: 'Account', words: 'password email address api key deactivate' },
  {
    id: 'preferences',
    name: 'Preferences',
    words: 'dark theme light color density font size 24-hour clock time format enter sends home view shortcuts',
  },
  { id: 'notifications', name: 'Notifications', words: 'sound desktop push email mentions' },
  { id: 'alert-words', name: 'Alert words', words: 'keywords highlight' },
  { id: 'muted', name: 'Muted and followed', words: 'topics people mute follow' },
  { id: 'privacy', name: 'Privacy', words: 'presence typing read receipts' },
  { id: 'sessions', name: 'Sessions', words: 'devices browsers log out everywhere' },
  { id: 'bots', name: 'Your bots', words: 'webhook integration zuliprc' },
  { id: 'files', name: 'Your files', words: 'uploads attachments storage' },
] as const satisfies readonly SectionName[];

export const organizationSections = [
  { id: 'profile', name: 'Profile', words: 'organization name icon logo description' },
  { id: 'settings', name: 'Settings', words: 'organization' },
  { id: 'permissions', name: 'Permissions', words: 'roles who may' },
  { id: 'users', name: 'Users', words: 'people members roles deactivate' },
  { id: 'invitations', name: 'Invitations', words: 'invite link' },
  { id: 'groups', name: 'Groups', words: 'teams mention' },
  { id: 'channels', name: 'Channels', words: 'folders default' },
  { id: 'retention', name: 'Message retention', words: 'delete old messages' },
  { id: 'newcomers', name: 'New people', words: 'default settings' },
  { id: 'profile-fields', name: 'Profile fields', words: 'custom' },
  { id: 'emoji', name: 'Custom emoji', words: 'upload' },
  { id: 'linkifiers', name: 'Linkifiers', words: 'patterns issue links' },
  { id: 'playgrounds', name: 'Code playgrounds', words: 'run' },
  { id: 'bots', name: 'Bots', words: 'webhook integration' },
  { id: 'data-export', name: 'Data export', words: 'backup download' },
] as const satisfies readonly SectionName[];
