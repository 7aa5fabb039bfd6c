import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazy } from './lazy.tsx';
import { Switcher } from './switcher.tsx';
import { dialog, type OpenDialog } from './view-state.ts';

type Kind = OpenDialog['kind'];
type Props<One extends Kind> = Omit<Extract<OpenDialog, { kind: One }>, 'kind'> & { onClose: () => void };

const dialogs: { [One in Kind]: FunctionComponent<Props<One>> } = {
  switcher: Switcher,
  keys: lazy(async () => (await import('../more.ts')).KeysDialog),
  formatting: lazy(async () => (await import('../more.ts')).FormattingDialog),
  emoji: lazy(async () => (await import('../more.ts')).EmojiDialog),
  history: lazy(async () => (await import('../more.ts')).HistoryDialog),
  readers: lazy(async () => (await import('../more.ts')).ReadersDialog),
  move: lazy(async () => (await import('../more.ts')).MoveDialog),
  delete: lazy(async () => (await import('../more.ts')).DeleteDialog),
  direct: lazy(async () => (await import('../more.ts')).DirectDialog),
  picture: lazy(async () => (await import('../more.ts')).Lightbox),
  schedule: lazy(async () => (await import('../more.ts')).ScheduleDialog),
  scheduled: lazy(async () => (await import('../more.ts')).ScheduledDialog),
  reminder: lazy(async () => (await import('../more.ts')).ReminderDialog),
  snippets: lazy(async () => (await import('../more.ts')).SnippetsDialog),
  time: lazy(async () => (await import('../more.ts')).TimeDialog),
  poll: lazy(async () => (await import('../more.ts')).PollDialog),
  todo: lazy(async () => (await import('../more.ts')).TodoDialog),
  user: lazy(async () => (await import('../more.ts')).UserCard),
  status: lazy(async () => (await import('../more.ts')).StatusDialog),
  date: lazy(async () => (await import('../more.ts')).DateDialog),
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
