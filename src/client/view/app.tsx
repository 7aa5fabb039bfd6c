import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import type { Route } from '../routes.ts';
import { AskToNotify } from './ask-to-notify.tsx';
import { Lost, Outdated } from './banners.tsx';
import { Channels } from './channels.tsx';
import { ClientContext } from './context.ts';
import { DirectDialog } from './direct-dialog.tsx';
import { Drafts } from './drafts.tsx';
import { EmojiDialog } from './emoji-dialog.tsx';
import { FormattingPage, KeysDialog, KeysPage, SearchOperatorsPage } from './help.tsx';
import { Inbox } from './inbox.tsx';
import { LazyPage, loadChannel, loadNewChannel, loadOrganization, loadSettings } from './lazy.tsx';
import { Lightbox } from './lightbox.tsx';
import { DeleteDialog, HistoryDialog, MoveDialog, ReadersDialog } from './message-dialogs.tsx';
import { MessagesPage } from './messages-page.tsx';
import { PageHead } from './page.tsx';
import { People } from './people.tsx';
import { Recent } from './recent.tsx';
import { SideBar } from './side-bar.tsx';
import { Switcher } from './switcher.tsx';
import { UserPage } from './user-page.tsx';
import { dialog, isPeopleOpen, isSideOpen, type OpenDialog } from './view-state.ts';

export function App({ client }: { client: Client }) {
  const route = client.router.route.value;
  const narrow: readonly NarrowTerm[] = route.page === 'messages' ? route.narrow : [];
  const hasPeople = isPeopleOpen.value;
  return (
    <ClientContext.Provider value={client}>
      <div class={`shell ${isSideOpen.value ? 'is-side-open' : ''} ${hasPeople ? 'has-people' : ''}`}>
        <SideBar />
        {isSideOpen.value && (
          <button
            type="button"
            class="cover"
            aria-label="Hide conversations"
            onClick={() => {
              isSideOpen.value = false;
            }}
          />
        )}
        <Page route={route} />
        {hasPeople && <People narrow={narrow} />}
      </div>
      <Lost />
      <Outdated />
      <AskToNotify />
      <div class="notice" role="status">
        {client.notice.value}
      </div>
      {dialog.value && <OpenedDialog open={dialog.value} />}
    </ClientContext.Provider>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'messages':
      return <MessagesPage narrow={route.narrow} near={route.near} />;
    case 'inbox':
      return <Inbox />;
    case 'recent':
      return <Recent />;
    case 'drafts':
      return <Drafts />;
    case 'channels':
      if (route.stream_id === undefined) return <Channels />;
      return <LazyPage key="channel" load={loadChannel} section={route.section ?? ''} id={route.stream_id} />;
    case 'new-channel':
      return <LazyPage key="new-channel" load={loadNewChannel} section="" />;
    case 'user':
      return <UserPage user_id={route.user_id} />;
    case 'keyboard-shortcuts':
      return <KeysPage />;
    case 'message-formatting':
      return <FormattingPage />;
    case 'search-operators':
      return <SearchOperatorsPage />;
    case 'settings':
      return <LazyPage key="settings" load={loadSettings} section={route.section} id={route.id} />;
    case 'organization':
      return <LazyPage key="organization" load={loadOrganization} section={route.section} id={route.id} />;
    default:
      return <Unknown />;
  }
}

function Unknown() {
  return (
    <main class="page">
      <PageHead title="Nothing here" />
      <p class="empty">
        This address leads nowhere. Go on to the <a href="#inbox">inbox</a>.
      </p>
    </main>
  );
}

function OpenedDialog({ open }: { open: OpenDialog }) {
  const onClose = () => {
    dialog.value = undefined;
  };
  switch (open.kind) {
    case 'switcher':
      return <Switcher onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'emoji':
      return <EmojiDialog message={open.message} onClose={onClose} />;
    case 'history':
      return <HistoryDialog message={open.message} onClose={onClose} />;
    case 'readers':
      return <ReadersDialog message={open.message} onClose={onClose} />;
    case 'move':
      return <MoveDialog message={open.message} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog message={open.message} onClose={onClose} />;
    case 'direct':
      return <DirectDialog onClose={onClose} />;
    case 'picture':
      return <Lightbox url={open.url} name={open.name} onClose={onClose} />;
  }
}
