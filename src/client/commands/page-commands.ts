import type { Client } from '../client.ts';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import { leavesRoomForPeople } from '../store/routes.ts';
import { askToLogOut } from './actions.ts';
import { type Command, group } from './command.ts';
import { focusComposer, screen } from './screen.ts';
import { composing, editing, isFiltering, isSideOpen, openDialog, togglePeople } from './view-state.ts';

const jump: Command = {
  label: 'Jump to a channel, topic or person',
  keys: ['Ctrl+k'],
  run: () => openDialog({ kind: 'switcher' }),
};

const search: Command = { label: 'Search', keys: ['/'], run: () => screen.search.shown?.focus() };

const nextUnread: Command = {
  label: 'Next conversation with unread messages',
  keys: ['n'],
  run: (client) => goToUnread(client, () => true),
};

const nextUnreadDirect: Command = {
  label: 'Next direct conversation with unread messages',
  keys: ['p'],
  run: (client) => goToUnread(client, (type) => type === 'direct'),
};

const next: Command = {
  label: 'Next message, or next line of a list',
  keys: ['j', 'ArrowDown'],
  run: () => rows()?.step(1),
};

const previous: Command = {
  label: 'Previous message, or previous line of a list',
  keys: ['k', 'ArrowUp'],
  run: () => rows()?.step(-1),
};

const toEnd: Command = {
  label: 'To the newest message',
  keys: ['G', 'End'],
  run: () => rows()?.scroll('end'),
};

const toStart: Command = {
  label: 'To the first message that is loaded',
  keys: ['Home'],
  run: () => rows()?.scroll('start'),
};

const screenDown: Command = {
  label: 'One screen down',
  keys: ['PageDown'],
  run: () => rows()?.scroll(0.8),
};

const screenUp: Command = {
  label: 'One screen up',
  keys: ['PageUp'],
  run: () => rows()?.scroll(-0.8),
};

const write: Command = {
  label: 'Write in the current conversation',
  keys: ['c'],
  run: (client) => {
    if (screen.composer.shown) focusComposer();
    else jump.run(client, undefined);
  },
};

const writeDirect: Command = {
  label: 'New direct message',
  keys: ['x'],
  run: () => openDialog({ kind: 'direct' }),
};

const toSideBar: Command = {
  label: 'To the channels',
  keys: ['q'],
  run: () => {
    isSideOpen.value = true;
    requestAnimationFrame(() => screen.sideBar.shown?.focus());
  },
};

const filterSideBar: Command = {
  label: 'Filter the side bar',
  keys: ['Q'],
  run: () => {
    isSideOpen.value = true;
    isFiltering.value = true;
  },
};

const showPeople: Command = {
  label: 'Show or hide the list of people',
  keys: ['w'],
  run: ({ router }) => {
    if (leavesRoomForPeople(router.route.value)) togglePeople();
  },
};

const back: Command = { label: 'Back', keys: ['Ctrl+['], run: () => history.back() };

const forward: Command = { label: 'Forward', keys: ['Ctrl+]'], run: () => history.forward() };

const newChannel: Command = {
  label: 'New channel',
  isOffered: ({ store }) => store.model.state.can_create_streams === true,
  run: ({ router }) => router.go('#channels/new'),
};

const invite: Command = { label: 'Invite people', run: ({ router }) => router.go('#invite') };

const setStatus: Command = { label: 'Set your status', run: () => openDialog({ kind: 'status' }) };

const readAll: Command = {
  label: 'Mark all messages as read',
  keys: ['Shift+Escape'],
  isOffered: ({ unread }) => unread.peek().total > 0,
  refusal: 'Everything is read.',
  run: () => openDialog({ kind: 'read-all' }),
};

const logOut: Command = { label: 'Log out', run: (client) => void askToLogOut(client) };

const showKeys: Command = { label: 'Keyboard shortcuts', keys: ['?'], run: () => openDialog({ kind: 'keys' }) };

const leave: Command = {
  label: 'Leave what is open; then go to the home view',
  keys: ['Escape'],
  run: (client) => {
    const { user_settings } = client.store.model.state;
    if (screen.composer.shown?.hasFocus()) focusComposer();
    else if (editing.value !== undefined) editing.value = undefined;
    else if (composing.value) composing.value = undefined;
    else if (user_settings.web_escape_navigates_to_home_view !== false) client.router.go(client.home());
  },
};

const onPage = (): { target: undefined } => ({ target: undefined });

/** Those that only make sense as keys. */
export const movingCommands = group(
  'Moving on the page',
  [jump, next, previous, toEnd, toStart, screenDown, screenUp, toSideBar, leave],
  onPage,
);

export const goingCommands = group(
  'Going around',
  [
    ...[search, nextUnread, nextUnreadDirect, back, forward, filterSideBar, showPeople],
    goTo('Combined feed', 'a', '#feed'),
    goTo('Inbox', 'I', '#inbox'),
    goTo('Recent conversations', 't', '#recent'),
    goTo('Drafts', 'd', '#drafts'),
    showKeys,
  ],
  onPage,
);

export const writingCommands = group('Writing', [write, writeDirect], onPage);

export const otherCommands = group('Other', [readAll, newChannel, invite, setStatus, logOut], onPage);

function goTo(label: string, key: string, hash: string): Command {
  return { label, keys: [key], hash, run: ({ router }) => router.go(hash) };
}

function rows() {
  return screen.messages.shown ?? screen.rows.shown;
}

/** Opens the conversation with the oldest unread message, except the shown one. */
function goToUnread(client: Client, wants: (type: Conversation['type']) => boolean): void {
  const { value: route } = client.router.route;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const waiting = [...client.unread.value.conversations].filter(
    ([key, { isMuted, conversation }]) => !isMuted && wants(conversation.type) && key !== (shown && keyOf(shown)),
  );
  const [first] = waiting.sort(([, a], [, b]) => Math.min(...a.ids) - Math.min(...b.ids));
  if (first) client.router.go(client.linkTo(first[1].conversation));
  else client.say('Everything is read.');
}
