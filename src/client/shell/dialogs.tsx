import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { dialog, type OpenDialog } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { lazy } from '../parts/lazy.tsx';
import { more } from './parts.ts';

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
function NotLoaded({ onClose, problem }: { onClose: () => void; problem: string }) {
  const client = useClient();
  useLayoutEffect(() => {
    onClose();
    client.say(problem);
  }, []);
  return null;
}

const dialogs: { [One in Kind]: FunctionComponent<Props<One>> } = {
  switcher: lazyDialog(async () => (await more()).Switcher),
  keys: lazyDialog(async () => (await more()).KeysDialog),
  formatting: lazyDialog(async () => (await more()).FormattingDialog),
  emoji: lazyDialog(async () => (await more()).EmojiPopover),
  message: lazyDialog(async () => (await more()).MessageSheet),
  history: lazyDialog(async () => (await more()).HistoryDialog),
  readers: lazyDialog(async () => (await more()).ReadersDialog),
  move: lazyDialog(async () => (await more()).MoveDialog),
  delete: lazyDialog(async () => (await more()).DeleteDialog),
  report: lazyDialog(async () => (await more()).ReportDialog),
  share: lazyDialog(async () => (await more()).ShareDialog),
  forward: lazyDialog(async () => (await more()).ForwardDialog),
  section: lazyDialog(async () => (await more()).SectionDialog),
  'rename-section': lazyDialog(async () => (await more()).RenameSectionDialog),
  'save-search': lazyDialog(async () => (await more()).SaveSearchDialog),
  'read-all': lazyDialog(async () => (await more()).ReadAllDialog),
  direct: lazyDialog(async () => (await more()).DirectDialog),
  picture: lazyDialog(async () => (await more()).Lightbox),
  schedule: lazyDialog(async () => (await more()).ScheduleDialog),
  scheduled: lazyDialog(async () => (await more()).ScheduledDialog),
  reminder: lazyDialog(async () => (await more()).ReminderDialog),
  snippets: lazyDialog(async () => (await more()).SnippetsDialog),
  time: lazyDialog(async () => (await more()).TimeDialog),
  poll: lazyDialog(async () => (await more()).PollDialog),
  todo: lazyDialog(async () => (await more()).TodoDialog),
  user: lazyDialog(async () => (await more()).UserCard),
  'log-out': lazyDialog(async () => (await more()).LogOutDialog),
  quiet: lazyDialog(async () => (await more()).QuietDialog),
  status: lazyDialog(async () => (await more()).StatusDialog),
  date: lazyDialog(async () => (await more()).DateDialog),
};

/** The open dialog, if any. */
export function OpenedDialog() {
  const { choices } = useClient().router;
  // A dialog belongs to the page behind it. Addresses that are only replaced, because a topic was moved, keep it open.
  useLayoutEffect(
    () =>
      choices.subscribe(() => {
        dialog.value = undefined;
      }),
    [],
  );
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
        // Some close once an answer is there, when another dialog may be open.
        if (dialog.value === opened) dialog.value = undefined;
      }}
    />
  );
}
