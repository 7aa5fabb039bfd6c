import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { dialog, type OpenDialog } from '../commands/view-state.ts';
import { Switcher } from '../dialogs/switcher.tsx';
import { useClient } from '../parts/context.ts';
import { lazy } from '../parts/lazy.tsx';

type Kind = OpenDialog['kind'];
type Props<One extends Kind> = Omit<Extract<OpenDialog, { kind: One }>, 'kind'> & { onClose: () => void };

/** A dialog that is loaded when it is first opened. */
function lazyDialog<One extends { onClose: () => void }>(load: () => Promise<FunctionComponent<One>>) {
  return lazy(load, { Before: Awaited, Failed: NotLoaded });
}

function Awaited({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => awaitField('dialog', onClose), []);
  return null;
}

/** Closes a dialog that cannot be loaded: an open one would keep all keys for itself. */
function NotLoaded({ onClose }: { onClose: () => void }) {
  const client = useClient();
  useEffect(() => {
    onClose();
    client.say('This could not be loaded. Try again once the server can be reached.');
  }, []);
  return null;
}

const dialogs: { [One in Kind]: FunctionComponent<Props<One>> } = {
  switcher: Switcher,
  keys: lazyDialog(async () => (await import('../more.ts')).KeysDialog),
  formatting: lazyDialog(async () => (await import('../more.ts')).FormattingDialog),
  emoji: lazyDialog(async () => (await import('../more.ts')).EmojiPopover),
  history: lazyDialog(async () => (await import('../more.ts')).HistoryDialog),
  readers: lazyDialog(async () => (await import('../more.ts')).ReadersDialog),
  move: lazyDialog(async () => (await import('../more.ts')).MoveDialog),
  delete: lazyDialog(async () => (await import('../more.ts')).DeleteDialog),
  report: lazyDialog(async () => (await import('../more.ts')).ReportDialog),
  'read-all': lazyDialog(async () => (await import('../more.ts')).ReadAllDialog),
  direct: lazyDialog(async () => (await import('../more.ts')).DirectDialog),
  picture: lazyDialog(async () => (await import('../more.ts')).Lightbox),
  schedule: lazyDialog(async () => (await import('../more.ts')).ScheduleDialog),
  scheduled: lazyDialog(async () => (await import('../more.ts')).ScheduledDialog),
  reminder: lazyDialog(async () => (await import('../more.ts')).ReminderDialog),
  snippets: lazyDialog(async () => (await import('../more.ts')).SnippetsDialog),
  time: lazyDialog(async () => (await import('../more.ts')).TimeDialog),
  poll: lazyDialog(async () => (await import('../more.ts')).PollDialog),
  todo: lazyDialog(async () => (await import('../more.ts')).TodoDialog),
  user: lazyDialog(async () => (await import('../more.ts')).UserCard),
  'log-out': lazyDialog(async () => (await import('../more.ts')).LogOutDialog),
  status: lazyDialog(async () => (await import('../more.ts')).StatusDialog),
  date: lazyDialog(async () => (await import('../more.ts')).DateDialog),
};

/** The open dialog, if any. */
export function OpenedDialog() {
  useEffect(() => {
    // A dialog belongs to the page behind it. Addresses that are only replaced, because a topic was moved, keep it open.
    const close = () => {
      dialog.value = undefined;
    };
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, []);
  const { value: opened } = dialog;
  useLayoutEffect(() => {
    if (!opened) takeEarlyText('dialog');
  }, [opened]);
  if (!opened) return null;
  const { kind, ...props } = opened;
  // The table pairs each kind with its properties, which the compiler cannot follow through the union.
  const Shown = dialogs[kind] as FunctionComponent<typeof props & { onClose: () => void }>;
  return (
    <Shown
      key={opened}
      {...props}
      onClose={() => {
        // Browsers say so a moment later, when another dialog may be open.
        if (dialog.value === opened) dialog.value = undefined;
      }}
    />
  );
}
