import type { Route } from '../routes.ts';
import { useClient } from './context.ts';
import { Inbox } from './inbox.tsx';
import { lazyPage } from './lazy.tsx';
import { MessagesPage } from './messages-page.tsx';
import { PageHead } from './page.tsx';

const SettingsPage = lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage);
const OrganizationPage = lazyPage(async () => (await import('../organization/organization-page.tsx')).OrganizationPage);
const ChannelPage = lazyPage(async () => (await import('../channels/channel-page.tsx')).ChannelPage);
const NewChannelPage = lazyPage(async () => (await import('../channels/new-channel-page.tsx')).NewChannelPage);
const Channels = lazyPage(async () => (await import('../more.ts')).Channels);
const UnknownChannel = lazyPage(async () => (await import('../more.ts')).UnknownChannel);
const UserPage = lazyPage(async () => (await import('../more.ts')).UserPage);

/** Pages without parameters in their address. */
const plainPages = {
  inbox: Inbox,
  recent: lazyPage(async () => (await import('../more.ts')).Recent),
  drafts: lazyPage(async () => (await import('../more.ts')).Drafts),
  scheduled: lazyPage(async () => (await import('../more.ts')).ScheduledPage),
  reminders: lazyPage(async () => (await import('../more.ts')).RemindersPage),
  'keyboard-shortcuts': lazyPage(async () => (await import('../more.ts')).KeysPage),
  'message-formatting': lazyPage(async () => (await import('../more.ts')).FormattingPage),
  'search-operators': lazyPage(async () => (await import('../more.ts')).SearchOperatorsPage),
  // The address of this page in other clients.
  'about-zulip': lazyPage(async () => (await import('../more.ts')).AboutPage),
  unknown: Unknown,
};

/** The page of an address. */
export function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'messages':
      return <Messages {...route} />;
    case 'channels':
      if (route.stream_id === undefined) return <Channels />;
      return <ChannelPage section={route.section ?? ''} id={route.stream_id} />;
    case 'new-channel':
      return <NewChannelPage />;
    case 'user':
      return <UserPage user_id={route.user_id} />;
    case 'settings':
      return <SettingsPage section={route.section} id={route.id} />;
    case 'organization':
      return <OrganizationPage section={route.section} id={route.id} />;
    default: {
      const Plain = plainPages[route.page];
      return <Plain />;
    }
  }
}

function Messages({ narrow, near }: Extract<Route, { page: 'messages' }>) {
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
