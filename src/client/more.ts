// What is loaded when it is needed first, in one piece: many small files would be larger, the first page included.
export { DateDialog } from './later/date-dialog.tsx';
export { ReminderDialog } from './later/reminder-dialog.tsx';
export { RemindersPage } from './later/reminders-page.tsx';
export { ScheduleDialog } from './later/schedule-dialog.tsx';
export { ScheduledDialog } from './later/scheduled-dialog.tsx';
export { ScheduledPage } from './later/scheduled-page.tsx';
export { SnippetsDialog } from './later/snippets-dialog.tsx';
export { TimeDialog } from './later/time-dialog.tsx';
export { StatusDialog } from './people/status-dialog.tsx';
export { UserCard } from './people/user-card.tsx';
export { UserPage } from './people/user-page.tsx';
export { DirectDialog } from './view/direct-dialog.tsx';
export { EmojiDialog } from './view/emoji-dialog.tsx';
export { FormattingPage, KeysDialog, KeysPage, SearchOperatorsPage } from './view/help.tsx';
export { DeleteDialog, HistoryDialog, ReadersDialog } from './view/message-dialogs.tsx';
export { MoveDialog } from './view/move-dialog.tsx';
export { Widget } from './widgets/widget.tsx';
export { PollDialog, TodoDialog } from './widgets/widget-dialogs.tsx';
