import type { ComponentChildren, FunctionComponent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { screen } from '../commands/screen.ts';
import { isFiltering, isSideOpen, openDialog } from '../commands/view-state.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { Menu } from '../parts/menu.tsx';
import { StatusMark } from '../parts/status.tsx';
import { Tool } from '../parts/tool.tsx';
import type { Route } from '../store/routes.ts';
import type { IconName } from '../text/icons.ts';
import { Channels } from './side-channels.tsx';
import { DirectConversations } from './side-direct.tsx';
import { Count } from './side-parts.tsx';
import { spectator } from './spectator-part.ts';

export const accountMenu = new Late<FunctionComponent<{ close: () => void }>>();

const AccountMenu = lazy(accountMenu.get);

interface FilterProps {
  route: Route;
  /** The lists that it filters. */
  children: ComponentChildren;
}

export const logo = new Late<FunctionComponent>();

const Logo = lazy(logo.get);

export const sideFilter = new Late<FunctionComponent<FilterProps>>();

const SideFilter = lazy(sideFilter.get, { Before: Awaited });

/** The lists until the filter is loaded, whose text is taken meanwhile. */
function Awaited({ children }: FilterProps) {
  useLayoutEffect(
    () =>
      awaitField('filter', () => {
        isFiltering.value = false;
      }),
    [],
  );
  return <div class="side-scroll">{children}</div>;
}

export const savedSearchList = new Late<FunctionComponent<{ route: Route }>>();

const SavedSearches = lazy(savedSearchList.get);

const SpectatorSide = lazy(async () => (await spectator()).SpectatorSide);

/** Links to all views, with their numbers of unread messages. */
export function SideBar() {
  const { router, isSpectator } = useClient();
  const route = router.route.value;
  // On a narrow screen, the side bar closes after a choice.
  useLayoutEffect(() => {
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
      aria-label={t('sidebar.hideConversations')}
      onClick={() => {
        isSideOpen.value = false;
      }}
    />
  );
}

function Conversations({ route }: { route: Route }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(
    () => screen.sideBar.fill({ focus: () => frame.current?.querySelector<HTMLElement>('.entry')?.focus() }),
    [],
  );
  useLayoutEffect(() => {
    if (!isFiltering.value) takeEarlyText('filter');
  }, [isFiltering.value]);
  const lists = (
    <>
      <Views route={route} />
      <DirectConversations route={route} />
      <Channels route={route} />
    </>
  );
  return (
    <nav ref={frame} class="side" aria-label={t('sidebar.conversations')}>
      <Organization />
      <Going />
      {isFiltering.value ? <SideFilter route={route}>{lists}</SideFilter> : <div class="side-scroll">{lists}</div>}
      <Own />
    </nav>
  );
}

/** The ways to other places: back and forward, by name, and by a filter of the lists below. */
function Going() {
  return (
    <div class="going">
      <Tool name={t('sidebar.goBack')} icon="back" onClick={() => history.back()} />
      <Tool name={t('sidebar.goForward')} icon="forward" onClick={() => history.forward()} />
      <button type="button" class="jump-to" onClick={() => openDialog({ kind: 'switcher' })}>
        <Icon name="search" /> <span>{rich('sidebar.jumpTo', { keys: (inside) => <kbd>{inside}</kbd> })}</span>
      </button>
      <Tool
        name={t('sidebar.filter')}
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
  const { state } = store.read('realm');
  return (
    <div class="organization">
      {state.realm_logo_source === 'U' ? (
        <Logo />
      ) : (
        <>
          <img src={state.realm_icon_url} alt="" width="32" height="32" />
          <strong dir="auto">{state.realm_name}</strong>
        </>
      )}
    </div>
  );
}

/** The user, and the menu of the account. */
function Own() {
  const { store, isQuiet } = useClient();
  const { full_name, user_id } = store.read('people').state;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => screen.account.fill({ open: () => frame.current?.querySelector('button')?.click() }), []);
  const face = (
    <>
      <Avatar user_id={user_id} size={26} />
      <span class="name" dir="auto">
        {full_name}
      </span>
      <StatusMark user_id={user_id} />
      {isQuiet.value && <Icon name="mute" />}
    </>
  );
  return (
    <div ref={frame} class="own">
      <Menu label={t('sidebar.yourAccount', { name: full_name })} icon={face} class="own-menu">
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
      <View icon="inbox" name={t('common.inbox')} href="#inbox" isHere={route.page === 'inbox'} count={waiting} />
      <View icon="clock" name={t('common.recent')} href="#recent" isHere={route.page === 'recent'} />
      <View icon="feed" name={t('common.combinedFeed')} href="#feed" isHere={isFeed} />
      <View
        icon="at"
        name={t('common.mentions')}
        href="#narrow/is/mentioned"
        isHere={is('mentioned')}
        count={mentions}
        isMention
      />
      <View icon="star" name={t('sidebar.starred')} href="#narrow/is/starred" isHere={is('starred')} quiet={kept} />
      <View
        icon="draft"
        name={t('common.drafts')}
        href="#drafts"
        isHere={route.page === 'drafts'}
        quiet={drafts.countElsewhere.value}
        unsent={outbox.unsent.value.length}
      />
      <LaterViews route={route} />
      {state.navigation_views.some(({ name }) => name !== null) && <SavedSearches route={route} />}
    </ul>
  );
}

/** Links to scheduled messages and reminders, only while there are any. */
function LaterViews({ route }: { route: Route }) {
  const { scheduled_messages, reminders } = useClient().store.read('personal').state;
  const views = [
    ['scheduled', t('common.scheduled'), 'later', scheduled_messages.length],
    ['reminders', t('common.reminders'), 'alarm', reminders.length],
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

export function View({ icon, name, href, isHere, count = 0, quiet = 0, isMention = false, unsent = 0 }: ViewProps) {
  return (
    <li>
      <a class="entry" href={href} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="name">{name}</span>
        <Count count={count} isMention={isMention} />
        {unsent > 0 && (
          <span class="unread-count is-unsent" aria-label={t('sidebar.notSent', { count: unsent })} role="img">
            {unsent}
          </span>
        )}
        {quiet > 0 && <span class="quiet-count">{quiet}</span>}
      </a>
    </li>
  );
}
