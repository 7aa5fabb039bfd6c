import { BotList } from '../bots/bot-list.tsx';
import { ownSections } from '../dialogs/setting-sections.ts';
import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { Notifications, Preferences, Privacy } from './declared-sections.tsx';
import { Files } from './files.tsx';
import { Muted } from './muted.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';

const bodies: Record<ReturnType<typeof ownSections>[number]['id'], Section['Body']> = {
  profile: Profile,
  account: Account,
  preferences: Preferences,
  notifications: Notifications,
  'alert-words': AlertWords,
  muted: Muted,
  privacy: Privacy,
  sessions: Sessions,
  bots: OwnBots,
  files: Files,
};

const sections = (): readonly Section[] => ownSections().map(({ id, name }) => ({ id, name, Body: bodies[id] }));

/** The user's own settings. */
export function SettingsPage({ section, id }: { section: string; id?: number | undefined }) {
  return (
    <SectionedPage title={t('common.settings')} base="#settings" sections={sections()} section={section} id={id} />
  );
}

function OwnBots() {
  const { user_id } = useClient().store;
  return <BotList about={t('settings.botsHint')} wants={({ bot_owner_id }) => bot_owner_id === user_id} />;
}
