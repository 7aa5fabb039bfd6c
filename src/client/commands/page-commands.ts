import type { PlainKey } from '../../languages/keys.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import { leavesRoomForPeople } from '../store/routes.ts';
import { askToLogOut, isSetQuiet, setQuietUntil } from './actions.ts';
import { type Command, group } from './command.ts';
import { goToDay } from './days.ts';
import { closeBeside } from './panes.ts';
import { focusComposer, screen } from './screen.ts';
import {
  activePane,
  beside,
  composing,
  editing,
  isFiltering,
  isSideOpen,
  openDialog,
  togglePeople,
} from './view-state.ts';

const jump: Command = {
  label: 'commands.jump',
  keys: ['Ctrl+k'],
  run: () => openDialog({ kind: 'switcher' }),
};

const search: Command = { label: 'common.search', keys: ['/'], run: () => screen.search.shown?.focus() };

const nextUnread: Command = {
  label: 'commands.nextUnread',
  keys: ['n'],
  run: (client) => goToUnread(client, () => true, 'commands.everythingIsRead'),
};

const nextUnreadDirect: Command = {
  label: 'commands.nextUnreadDirect',
  keys: ['p'],
  run: (client) => goToUnread(client, (type) => type === 'direct', 'commands.noUnreadDirect'),
};

const next: Command = {
  label: 'commands.next',
  keys: ['j', 'ArrowDown'],
  run: () => rows()?.step(1),
};

const previous: Command = {
  label: 'commands.previous',
  keys: ['k', 'ArrowUp'],
  run: () => rows()?.step(-1),
};

const toEnd: Command = {
  label: 'commands.toEnd',
  keys: ['G', 'End'],
  run: () => rows()?.scroll('end'),
};

const toStart: Command = {
  label: 'commands.toStart',
  keys: ['Home'],
  run: () => rows()?.scroll('start'),
};

const screenDown: Command = {
  label: 'commands.oneScreenDown',
  keys: ['PageDown'],
  run: () => rows()?.scroll(0.8),
};

const screenUp: Command = {
  label: 'commands.oneScreenUp',
  keys: ['PageUp'],
  run: () => rows()?.scroll(-0.8),
};

const markRead: Command = {
  label: 'commands.markRowRead',
  keys: ['u'],
  run: () => screen.inbox.shown?.markRead(),
};

const write: Command = {
  label: 'commands.write',
  keys: ['c'],
  run: (client) => {
    if (screen.composer.shown) focusComposer();
    else jump.run(client, undefined);
  },
};

const writeDirect: Command = {
  label: 'common.newDirectMessage',
  keys: ['x'],
  run: () => openDialog({ kind: 'direct' }),
};

const toSideBar: Command = {
  label: 'commands.toTheChannels',
  keys: ['q'],
  run: () => {
    isSideOpen.value = true;
    requestAnimationFrame(() => screen.sideBar.shown?.focus());
  },
};

const filterSideBar: Command = {
  label: 'commands.filterTheSideBar',
  keys: ['Q'],
  run: () => {
    isSideOpen.value = true;
    isFiltering.value = true;
  },
};

const showPeople: Command = {
  label: 'commands.showPeople',
  keys: ['w'],
  run: ({ router }) => {
    if (leavesRoomForPeople(router.route.value)) togglePeople();
  },
};

const back: Command = { label: 'common.back', keys: ['Ctrl+['], run: () => history.back() };

const forward: Command = { label: 'commands.forward', keys: ['Ctrl+]'], run: () => history.forward() };

const newChannel: Command = {
  label: 'common.newChannel',
  isOffered: ({ store }) => store.model.state.can_create_streams === true,
  run: ({ router }) => router.go('#channels/new'),
};

const invite: Command = { label: 'common.invitePeople', run: ({ router }) => router.go('#invite') };

const setStatus: Command = { label: 'common.setYourStatus', run: () => openDialog({ kind: 'status' }) };

const account: Command = {
  label: 'commands.account',
  keys: ['y'],
  run: () => {
    isSideOpen.value = true;
    requestAnimationFrame(() => screen.account.shown?.open());
  },
};

const beQuiet: Command = {
  label: 'people.doNotDisturb',
  isOffered: ({ isQuiet }) => !isQuiet.peek(),
  run: () => openDialog({ kind: 'quiet' }),
};

const beNotified: Command = {
  label: 'people.notifyAgain',
  isOffered: ({ store }) => isSetQuiet(store),
  run: (client) => void setQuietUntil(client, null),
};

const readAll: Command = {
  label: 'commands.readAll',
  keys: ['Shift+Escape'],
  isOffered: ({ unread }) => unread.peek().total > 0,
  refusal: 'commands.everythingIsRead',
  run: () => openDialog({ kind: 'read-all' }),
};

const logOut: Command = { label: 'common.logOut', run: (client) => void askToLogOut(client) };

const closePane: Command = {
  label: 'commands.closePane',
  keys: ['O'],
  isOffered: () => beside.value !== undefined,
  run: closeBeside,
};

const showKeys: Command = { label: 'common.keyboardShortcuts', keys: ['?'], run: () => openDialog({ kind: 'keys' }) };

const leave: Command = {
  label: 'commands.leave',
  keys: ['Escape'],
  run: (client) => {
    const { user_settings } = client.store.model.state;
    if (screen.composer.shown?.hasFocus()) focusComposer();
    else if (editing.value !== undefined) editing.value = undefined;
    else if (activePane.value === 'beside') closeBeside();
    else if (composing.value) composing.value = undefined;
    else if (user_settings.web_escape_navigates_to_home_view !== false) client.router.go(client.home());
  },
};

const onPage = (): { target: undefined } => ({ target: undefined });

/** Those that only make sense as keys. */
export const movingCommands = group(
  'commands.movingOnThePage',
  [jump, next, previous, toEnd, toStart, screenDown, screenUp, markRead, toSideBar, leave],
  onPage,
);

export const goingCommands = group(
  'commands.goingAround',
  [
    ...[search, nextUnread, nextUnreadDirect, goToDay, back, forward, filterSideBar, showPeople, closePane],
    goTo('common.combinedFeed', 'a', '#feed'),
    goTo('common.inbox', 'I', '#inbox'),
    goTo('commands.recentConversations', 't', '#recent'),
    goTo('common.drafts', 'd', '#drafts'),
    showKeys,
  ],
  onPage,
);

export const writingCommands = group('commands.writing', [write, writeDirect], onPage);

export const otherCommands = group(
  'commands.other',
  [readAll, account, newChannel, invite, setStatus, beQuiet, beNotified, logOut],
  onPage,
);

function goTo(label: PlainKey, key: string, hash: string): Command {
  return { label, keys: [key], hash, run: ({ router }) => router.go(hash) };
}

function rows() {
  return screen.messages.shown ?? screen.rows.shown;
}

/** Opens the conversation with the oldest unread message, except the shown one. */
function goToUnread(client: Client, wants: (type: Conversation['type']) => boolean, none: PlainKey): void {
  const { value: route } = client.router.route;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const waiting = [...client.unread.value.conversations].filter(
    ([key, { isMuted, conversation }]) => !isMuted && wants(conversation.type) && key !== (shown && keyOf(shown)),
  );
  const [first] = waiting.sort(([, a], [, b]) => Math.min(...a.ids) - Math.min(...b.ids));
  if (first) client.router.go(client.linkTo(first[1].conversation));
  else client.say(t(none));
}
