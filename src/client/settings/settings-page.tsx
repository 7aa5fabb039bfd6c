import { BotList } from '../bots/bot-list.tsx';
import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { useClient } from '../parts/context.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { Notifications, Preferences, Privacy } from './declared-sections.tsx';
import { Files } from './files.tsx';
import { Muted } from './muted.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';

const sections: readonly Section[] = [
  { id: 'profile', name: 'Profile', Body: Profile },
  { id: 'account', name: 'Account', Body: Account },
  { id: 'preferences', name: 'Preferences', Body: Preferences },
  { id: 'notifications', name: 'Notifications', Body: Notifications },
  { id: 'alert-words', name: 'Alert words', Body: AlertWords },
  { id: 'muted', name: 'Muted and followed', Body: Muted },
  { id: 'privacy', name: 'Privacy', Body: Privacy },
  { id: 'sessions', name: 'Sessions', Body: Sessions },
  { id: 'bots', name: 'Your bots', Body: OwnBots },
  { id: 'files', name: 'Your files', Body: Files },
];

/** The user's own settings. */
export function SettingsPage({ section, id }: { section: string; id?: number | undefined }) {
  return <SectionedPage title="Settings" base="#settings" sections={sections} section={section} id={id} />;
}

function OwnBots() {
  const { user_id } = useClient().store;
  return <BotList about="Programs that you own." wants={({ bot_owner_id }) => bot_owner_id === user_id} />;
}
