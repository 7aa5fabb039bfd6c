// Modules loaded together on first need: as many small files, they would make even the first page larger.
export { copyText } from './copy-text.ts';
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
export { Channels } from './view/channels.tsx';
export { complete } from './view/completions.ts';
export { DirectDialog } from './view/direct-dialog.tsx';
export { Drafts } from './view/drafts.tsx';
export { EmojiPopover } from './view/emoji-picker.tsx';
export {
  AboutPage,
  FormattingDialog,
  FormattingPage,
  KeysDialog,
  KeysPage,
  SearchOperatorsPage,
} from './view/help.tsx';
export { Lightbox } from './view/lightbox.tsx';
export { LogOutDialog, startLogOut } from './view/log-out.tsx';
export { MessageActions } from './view/message-actions.tsx';
export { DeleteDialog, HistoryDialog, ReadAllDialog, ReadersDialog } from './view/message-dialogs.tsx';
export { MessageEditor } from './view/message-editor.tsx';
export { MoveDialog } from './view/move-dialog.tsx';
export { Nothing } from './view/nothing.tsx';
export { addressOfChannel } from './view/open-channel.ts';
export { toMarkdown } from './view/pasted-html.ts';
export { People } from './view/people.tsx';
export { Recent } from './view/recent.tsx';
export { ReportDialog } from './view/report-dialog.tsx';
export { suggestSearch } from './view/search-suggestions.ts';
export { watchTargets } from './view/targets.ts';
export { TopicChoice } from './view/topic-choice.tsx';
export { TopicList } from './view/topic-list.tsx';
export { UnknownChannel } from './view/unknown-channel.tsx';
export { UnwritableBar } from './view/unwritable.tsx';
export { sendFile, UploadProgress } from './view/upload-progress.tsx';
export { Widget } from './widgets/widget.tsx';
export { PollDialog, TodoDialog } from './widgets/widget-dialogs.tsx';
