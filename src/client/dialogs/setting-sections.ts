import { t } from '../language/texts.ts';
/** A section of a page of settings. */
export interface SectionName<Id extends string = string> {
  id: Id;
  name: string;
  /** Other words by which people look for what it holds. */
  words: string;
}

export const ownSections = () =>
  [
    { id: 'profile', name: t('sections.profile'), words: t('sections.profileWords') },
    { id: 'account', name: t('sections.account'), words: t('sections.accountWords') },
    {
      id: 'preferences',
      name: t('sections.preferences'),
      words: t('sections.preferencesWords'),
    },
    { id: 'notifications', name: t('sections.notifications'), words: t('sections.notificationsWords') },
    { id: 'alert-words', name: t('sections.alertWords'), words: t('sections.alertWordsWords') },
    { id: 'muted', name: t('sections.muted'), words: t('sections.mutedWords') },
    { id: 'privacy', name: t('sections.privacy'), words: t('sections.privacyWords') },
    { id: 'sessions', name: t('sections.sessions'), words: t('sections.sessionsWords') },
    { id: 'bots', name: t('sections.yourBots'), words: t('sections.yourBotsWords') },
    { id: 'files', name: t('sections.yourFiles'), words: t('sections.yourFilesWords') },
  ] as const satisfies readonly SectionName[];

export const organizationSections = () =>
  [
    { id: 'profile', name: t('sections.profile'), words: t('sections.organizationProfileWords') },
    { id: 'settings', name: t('common.settings'), words: t('sections.settingsWords') },
    { id: 'permissions', name: t('sections.permissions'), words: t('sections.permissionsWords') },
    { id: 'users', name: t('sections.users'), words: t('sections.usersWords') },
    { id: 'invitations', name: t('sections.invitations'), words: t('sections.invitationsWords') },
    { id: 'groups', name: t('sections.groups'), words: t('sections.groupsWords') },
    { id: 'channels', name: t('common.channels'), words: t('sections.channelsWords') },
    { id: 'retention', name: t('sections.retention'), words: t('sections.retentionWords') },
    { id: 'newcomers', name: t('sections.newPeople'), words: t('sections.newPeopleWords') },
    { id: 'profile-fields', name: t('sections.profileFields'), words: t('sections.profileFieldsWords') },
    { id: 'emoji', name: t('sections.customEmoji'), words: t('sections.customEmojiWords') },
    { id: 'linkifiers', name: t('sections.linkifiers'), words: t('sections.linkifiersWords') },
    { id: 'playgrounds', name: t('sections.playgrounds'), words: t('sections.playgroundsWords') },
    { id: 'bots', name: t('sections.bots'), words: t('sections.botsWords') },
    { id: 'data-export', name: t('sections.dataExport'), words: t('sections.dataExportWords') },
    { id: 'audit', name: t('sections.audit'), words: t('sections.auditWords') },
  ] as const satisfies readonly SectionName[];
