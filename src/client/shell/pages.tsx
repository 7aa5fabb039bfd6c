import type { FunctionComponent } from 'preact';
import { part } from '../api/part.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Inbox } from '../pages/inbox.tsx';
import { MessagesPage } from '../pages/messages-page.tsx';
import { useClient } from '../parts/context.ts';
import { lazyPage } from '../parts/lazy.tsx';
import { PageHead } from '../parts/page.tsx';
import type { Pages, Route } from '../store/routes.ts';
import { more } from './parts.ts';

const channel = part('channels/channel-page.tsx', () => import('../channels/channel-page.tsx'));
const newChannel = part('channels/new-channel-page.tsx', () => import('../channels/new-channel-page.tsx'));
const settings = part('settings/settings-page.tsx', () => import('../settings/settings-page.tsx'));
const organization = part('organization/organization-page.tsx', () => import('../organization/organization-page.tsx'));

const welcome = part('welcome/welcome-page.tsx', () => import('../welcome/welcome-page.tsx'));

const ChannelPage = lazyPage(async () => (await channel()).ChannelPage);
const ChannelList = lazyPage(async () => (await more()).Channels);
const UnknownChannel = lazyPage(async () => (await more()).UnknownChannel);

const pages: { [Name in keyof Pages]: FunctionComponent<Pages[Name]> } = {
  inbox: Inbox,
  messages: Messages,
  recent: lazyPage(async () => (await more()).Recent),
  drafts: lazyPage(async () => (await more()).Drafts),
  scheduled: lazyPage(async () => (await more()).ScheduledPage),
  reminders: lazyPage(async () => (await more()).RemindersPage),
  call: lazyPage(async () => (await more()).CallPage),
  user: lazyPage(async () => (await more()).UserPage),
  channels: Channels,
  'new-channel': lazyPage(async () => (await newChannel()).NewChannelPage),
  settings: lazyPage(async () => (await settings()).SettingsPage),
  organization: lazyPage(async () => (await organization()).OrganizationPage),
  'keyboard-shortcuts': lazyPage(async () => (await more()).KeysPage),
  'message-formatting': lazyPage(async () => (await more()).FormattingPage),
  'search-operators': lazyPage(async () => (await more()).SearchOperatorsPage),
  // The address of this page in other clients.
  'about-zulip': lazyPage(async () => (await more()).AboutPage),
  welcome: lazyPage(async () => (await welcome()).WelcomePage),
  unknown: Unknown,
};

/** The page of an address. */
export function Page({ route: { page, ...parameters } }: { route: Route }) {
  // The table pairs each page with its parameters, which the compiler cannot follow through the union.
  const Shown = pages[page] as FunctionComponent<typeof parameters>;
  return <Shown {...parameters} />;
}

function Channels({ stream_id, section = '' }: Pages['channels']) {
  return stream_id === undefined ? <ChannelList /> : <ChannelPage section={section} id={stream_id} />;
}

function Messages({ narrow, near }: Pages['messages']) {
  const { store } = useClient();
  const [first] = narrow;
  const isUnknown =
    first?.operator === 'channel' && typeof first.operand === 'number' && !store.channels.value.has(first.operand);
  return isUnknown ? <UnknownChannel /> : <MessagesPage narrow={narrow} near={near} />;
}

function Unknown() {
  return (
    <main class="page">
      <PageHead title={t('shell.nothingHere')} />
      <p class="empty">{rich('shell.nothingHereHint', { link: (inside) => <a href="#inbox">{inside}</a> })}</p>
    </main>
  );
}
