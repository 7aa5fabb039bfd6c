import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { screen } from '../commands/screen.ts';
import { isFiltering, isSideOpen, openDialog } from '../commands/view-state.ts';
import { Late } from '../late.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import type { Route } from '../store/routes.ts';
import type { IconName } from '../text/icons.ts';
import { Channels } from './side-channels.tsx';
import { DirectConversations } from './side-direct.tsx';
import { Count } from './side-parts.tsx';
import { spectator } from './spectator-part.ts';

export const accountMenu = new Late<FunctionComponent<{ close: () => void }>>();

const AccountMenu = lazy(accountMenu.get);

export const sideFilter = new Late<FunctionComponent<{ route: Route; children: ComponentChildren }>>();

const SideFilter = lazy(sideFilter.get);

const SpectatorSide = lazy(async () => (await spectator()).SpectatorSide);

/** Links to all views, with their numbers of unread messages. */
export function SideBar() {
  const { router, isSpectator } = useClient();
  const route = router.route.value;
  // On a narrow screen, the side bar closes after a choice.
  useEffect(() => {
    isSideOpen.value = false;
  }, [route]);
  return (
    <>
      {isSpectator ? <SpectatorSide route={route} /> : <Conversations route={route} />}
      {isSideOpen.value && <Cover />}
    </>
  );
}

/** What closes the side bar where it covers the page. */
function Cover() {
  return (
    <button
      type="button"
      class="cover"
      aria-label="Hide conversations"
      onClick={() => {
        isSideOpen.value = false;
      }}
    />
  );
}

function Conversations({ route }: { route: Route }) {
  const frame = useRef<HTMLElement>(null);
  useEffect(
    () => screen.sideBar.fill({ focus: () => frame.current?.querySelector<HTMLElement>('.entry')?.focus() }),
    [],
  );
  const lists = (
    <>
      <Views route={route} />
      <DirectConversations route={route} />
      <Channels route={route} />
    </>
  );
  return (
    <nav ref={frame} class="side" aria-label="Conversations">
      <Organization />
      <Going />
      {isFiltering.value ? <SideFilter route={route}>{lists}</SideFilter> : <div class="side-scroll">{lists}</div>}
    </nav>
  );
}

/** The ways to other places: back and forward, by name, and by a filter of the lists below. */
function Going() {
  return (
    <div class="going">
      <Tool name="Back (Ctrl+[)" icon="back" onClick={() => history.back()} />
      <Tool name="Forward (Ctrl+])" icon="forward" onClick={() => history.forward()} />
      <button type="button" class="jump-to" onClick={() => openDialog({ kind: 'switcher' })}>
        <Icon name="search" /> Jump to… <kbd>Ctrl K</kbd>
      </button>
      <Tool
        name="Filter (Shift+Q)"
        icon="filter"
        aria-expanded={isFiltering.value}
        onClick={() => {
          isFiltering.value = !isFiltering.value;
        }}
      />
    </div>
  );
}

function Organization() {
  const { store } = useClient();
  const { state } = store.read('realm', 'people');
  return (
    <div class="organization">
      <img src={state.realm_icon_url} alt="" width="32" height="32" />
      <strong dir="auto">{state.realm_name}</strong>
      <Menu label={`Your account: ${state.full_name}`} icon="sliders">
        {(close) => <AccountMenu close={close} />}
      </Menu>
    </div>
  );
}

function Views({ route }: { route: Route }) {
  const { unread, drafts, outbox, store } = useClient();
  const { total, mentions } = unread.value;
  const isFeed = route.page === 'messages' && route.narrow.length === 0;
  const is = (operand: string) =>
    route.page === 'messages' && route.narrow.length === 1 && route.narrow[0]?.operand === operand;
  const { starred, state } = store.read('marks', 'personal');
  const { starred_message_counts, web_left_sidebar_unreads_count_summary } = state.user_settings;
  const waiting = web_left_sidebar_unreads_count_summary === false ? 0 : total;
  const kept = starred_message_counts === false ? 0 : starred.size;
  return (
    <ul class="links">
      <View icon="inbox" name="Inbox" href="#inbox" isHere={route.page === 'inbox'} count={waiting} />
      <View icon="clock" name="Recent" href="#recent" isHere={route.page === 'recent'} />
      <View icon="feed" name="Combined feed" href="#feed" isHere={isFeed} />
      <View icon="at" name="Mentions" href="#narrow/is/mentioned" isHere={is('mentioned')} count={mentions} isMention />
      <View icon="star" name="Starred" href="#narrow/is/starred" isHere={is('starred')} quiet={kept} />
      <View
        icon="pencil"
        name="Drafts"
        href="#drafts"
        isHere={route.page === 'drafts'}
        quiet={drafts.countElsewhere.value}
        unsent={outbox.unsent.value.length}
      />
      <LaterViews route={route} />
    </ul>
  );
}

/** Links to scheduled messages and reminders, only while there are any. */
function LaterViews({ route }: { route: Route }) {
  const { scheduled_messages, reminders } = useClient().store.read('personal').state;
  const views = [
    ['scheduled', 'Scheduled', 'clock', scheduled_messages.length],
    ['reminders', 'Reminders', 'bell', reminders.length],
  ] as const;
  return (
    <>
      {views
        .filter(([page, , , count]) => count > 0 || route.page === page)
        .map(([page, name, icon, count]) => (
          <View key={page} icon={icon} name={name} href={`#${page}`} isHere={route.page === page} quiet={count} />
        ))}
    </>
  );
}

interface ViewProps {
  icon: IconName;
  name: string;
  href: string;
  isHere: boolean;
  count?: number;
  /** A number that is not highlighted. */
  quiet?: number;
  isMention?: boolean;
  /** Messages that could not be sent. */
  unsent?: number;
}

function View({ icon, name, href, isHere, count = 0, quiet = 0, isMention = false, unsent = 0 }: ViewProps) {
  return (
    <li>
      <a class="entry" href={href} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="name">{name}</span>
        <Count count={count} isMention={isMention} />
        {unsent > 0 && (
          <span class="unread-count is-unsent" aria-label={`${unsent} not sent`} role="img">
            {unsent}
          </span>
        )}
        {quiet > 0 && <span class="quiet-count">{quiet}</span>}
      </a>
    </li>
  );
}
