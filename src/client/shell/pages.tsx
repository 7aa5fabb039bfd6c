import type { FunctionComponent } from 'preact';
import { Inbox } from '../pages/inbox.tsx';
import { MessagesPage } from '../pages/messages-page.tsx';
import { useClient } from '../parts/context.ts';
import { lazyPage } from '../parts/lazy.tsx';
import { PageHead } from '../parts/page.tsx';
import type { Pages, Route } from '../store/routes.ts';

const ChannelPage = lazyPage(async () => (await import('../channels/channel-page.tsx')).ChannelPage);
const ChannelList = lazyPage(async () => (await import('../more.ts')).Channels);
const UnknownChannel = lazyPage(async () => (await import('../more.ts')).UnknownChannel);

const pages: { [Name in keyof Pages]: FunctionComponent<Pages[Name]> } = {
  inbox: Inbox,
  messages: Messages,
  recent: lazyPage(async () => (await import('../more.ts')).Recent),
  drafts: lazyPage(async () => (await import('../more.ts')).Drafts),
  scheduled: lazyPage(async () => (await import('../more.ts')).ScheduledPage),
  reminders: lazyPage(async () => (await import('../more.ts')).RemindersPage),
  user: lazyPage(async () => (await import('../more.ts')).UserPage),
  channels: Channels,
  'new-channel': lazyPage(async () => (await import('../channels/new-channel-page.tsx')).NewChannelPage),
  settings: lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  organization: lazyPage(async () => (await import('../organization/organization-page.tsx')).OrganizationPage),
  'keyboard-shortcuts': lazyPage(async () => (await import('../more.ts')).KeysPage),
  'message-formatting': lazyPage(async () => (await import('../more.ts')).FormattingPage),
  'search-operators': lazyPage(async () => (await import('../more.ts')).SearchOperatorsPage),
  // The address of this page in other clients.
  'about-zulip': lazyPage(async () => (await import('../more.ts')).AboutPage),
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
      <PageHead title="Nothing here" />
      <p class="empty">
        This address leads nowhere. Go to the <a href="#inbox">inbox</a>.
      </p>
    </main>
  );
}
