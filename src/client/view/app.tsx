import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { isPeopleOpen, isSideOpen } from '../commands/view-state.ts';
import { isForSpectators, leavesRoomForPeople } from '../routes.ts';
import { Lost, Outdated } from './banners.tsx';
import { ClientContext } from './context.ts';
import { OpenedDialog } from './dialogs.tsx';
import { lazy, lazyPage } from './lazy.tsx';
import { Notice } from './notice.tsx';
import { Page } from './pages.tsx';
import { SideBar } from './side-bar.tsx';

const Beside = lazy(async () => (await import('../companions.ts')).Beside);
const AccountNeeded = lazyPage(async () => (await import('./spectator.tsx')).AccountNeeded);
const People = lazy(async () => (await import('../more.ts')).People);

export function App({ client }: { client: Client }) {
  const route = client.router.route.value;
  const narrow: readonly NarrowTerm[] = route.page === 'messages' ? route.narrow : [];
  const hasPeople = isPeopleOpen.value && !client.isSpectator && leavesRoomForPeople(route);
  const isShown = !client.isSpectator || isForSpectators(route);
  return (
    <ClientContext.Provider value={client}>
      <div class={`shell ${isSideOpen.value ? 'is-side-open' : ''} ${hasPeople ? 'has-people' : ''}`}>
        <SideBar />
        {isShown ? <Page route={route} /> : <AccountNeeded />}
        {hasPeople && <People narrow={narrow} />}
      </div>
      <Lost />
      <Outdated />
      {!client.isSpectator && <Beside />}
      <Notice />
      <OpenedDialog />
    </ClientContext.Provider>
  );
}
