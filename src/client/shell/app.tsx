import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { beside, isPeopleOpen, isSideOpen, isWide } from '../commands/view-state.ts';
import { ClientContext } from '../parts/context.ts';
import { lazy, lazyPage } from '../parts/lazy.tsx';
import { Notice } from '../parts/notice.tsx';
import { SideBar } from '../sidebar/side-bar.tsx';
import { spectator } from '../sidebar/spectator-part.ts';
import { isForSpectators, leavesRoomForPeople } from '../store/routes.ts';
import { Lost, Outdated } from './banners.tsx';
import { OpenedDialog } from './dialogs.tsx';
import { Page } from './pages.tsx';
import { companions, more } from './parts.ts';

const Beside = lazy(async () => (await companions()).Beside);
const AccountNeeded = lazyPage(async () => (await spectator()).AccountNeeded);
const SecondPane = lazy(async () => (await more()).SecondPane);
const People = lazy(async () => (await more()).People);

export function App({ client }: { client: Client }) {
  const route = client.router.route.value;
  const narrow: readonly NarrowTerm[] = route.page === 'messages' ? route.narrow : [];
  const isBeside = beside.value !== undefined && isWide.value && !client.isSpectator;
  const hasPeople = !isBeside && isPeopleOpen.value && !client.isSpectator && leavesRoomForPeople(route);
  const isShown = !client.isSpectator || isForSpectators(route);
  return (
    <ClientContext.Provider value={client}>
      <div
        class={`shell ${isSideOpen.value ? 'is-side-open' : ''} ${hasPeople ? 'has-people' : ''} ${isBeside ? 'has-beside' : ''}`}
      >
        <SideBar />
        {isShown ? <Page route={route} /> : <AccountNeeded />}
        {isBeside && <SecondPane />}
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
