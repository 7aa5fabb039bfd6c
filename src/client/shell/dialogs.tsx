import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { dialog, type OpenDialog } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { lazy } from '../parts/lazy.tsx';
import { more } from './parts.ts';

type Kind = OpenDialog['kind'];
type Props<One extends Kind> = Omit<Extract<OpenDialog, { kind: One }>, 'kind'> & { onClose: () => void };

type Late = Awaited<ReturnType<typeof more>>;
type PropsOf<Name extends keyof Late> = Late[Name] extends FunctionComponent<infer Found> ? Found : never;

/** A dialog that is loaded when it is first opened, by its name in `more.ts`. */
function lazyDialog<Name extends keyof Late>(name: Name) {
  const load = async () => (await more())[name] as FunctionComponent<PropsOf<Name> & { onClose: () => void }>;
  return lazy(load, { Before: Opening, Failed: NotLoaded });
}

function Opening({ onClose }: { onClose: () => void }) {
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
  switcher: lazyDialog('Switcher'),
  keys: lazyDialog('KeysDialog'),
  formatting: lazyDialog('FormattingDialog'),
  emoji: lazyDialog('EmojiPopover'),
  message: lazyDialog('MessageSheet'),
  history: lazyDialog('HistoryDialog'),
  readers: lazyDialog('ReadersDialog'),
  move: lazyDialog('MoveDialog'),
  delete: lazyDialog('DeleteDialog'),
  report: lazyDialog('ReportDialog'),
  share: lazyDialog('ShareDialog'),
  forward: lazyDialog('ForwardDialog'),
  section: lazyDialog('SectionDialog'),
  'rename-section': lazyDialog('RenameSectionDialog'),
  'save-search': lazyDialog('SaveSearchDialog'),
  'read-all': lazyDialog('ReadAllDialog'),
  direct: lazyDialog('DirectDialog'),
  picture: lazyDialog('Lightbox'),
  schedule: lazyDialog('ScheduleDialog'),
  scheduled: lazyDialog('ScheduledDialog'),
  reminder: lazyDialog('ReminderDialog'),
  snippets: lazyDialog('SnippetsDialog'),
  time: lazyDialog('TimeDialog'),
  poll: lazyDialog('PollDialog'),
  todo: lazyDialog('TodoDialog'),
  user: lazyDialog('UserCard'),
  'log-out': lazyDialog('LogOutDialog'),
  quiet: lazyDialog('QuietDialog'),
  status: lazyDialog('StatusDialog'),
  date: lazyDialog('DateDialog'),
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
