// Modules loaded together on first need: as many small files, they would make even the first page larger.

import { copier, logOut } from './commands/actions.ts';
import { copyText } from './commands/copy-text.ts';
import { complete } from './compose/completions.ts';
import { topicChoice } from './compose/compose.tsx';
import { MessageEditor } from './compose/message-editor.tsx';
import { converter } from './compose/pasting.ts';
import { TopicChoice } from './compose/topic-choice.tsx';
import { UnwritableBar } from './compose/unwritable.tsx';
import { sendFile, UploadProgress } from './compose/upload-progress.tsx';
import { progress, sender } from './compose/uploads.tsx';
import { completer } from './compose/use-completion.ts';
import { startLogOut } from './dialogs/log-out.tsx';
import { MessageActions } from './messages/message-actions.tsx';
import { nothing } from './messages/message-pane.tsx';
import { rowParts } from './messages/message-row.tsx';
import { Nothing } from './messages/nothing.tsx';
import { unwritable } from './pages/messages-page.tsx';
import { suggester } from './pages/search-field.tsx';
import { suggestSearch } from './pages/search-suggestions.ts';
import { addressOfChannel } from './sidebar/open-channel.ts';
import { channelAddress } from './sidebar/side-channels.tsx';
import { toMarkdown } from './text/pasted-html.ts';
import { Widget } from './widgets/widget.tsx';

export { DirectDialog } from './dialogs/direct-dialog.tsx';
export { EmojiPopover } from './dialogs/emoji-picker.tsx';
export { Lightbox } from './dialogs/lightbox.tsx';
export { LogOutDialog } from './dialogs/log-out.tsx';
export { DeleteDialog, HistoryDialog, ReadAllDialog, ReadersDialog } from './dialogs/message-dialogs.tsx';
export { MoveDialog } from './dialogs/move-dialog.tsx';
export { ReportDialog } from './dialogs/report-dialog.tsx';
export { Switcher } from './dialogs/switcher.tsx';
export { DateDialog } from './later/date-dialog.tsx';
export { ReminderDialog } from './later/reminder-dialog.tsx';
export { RemindersPage } from './later/reminders-page.tsx';
export { ScheduleDialog } from './later/schedule-dialog.tsx';
export { ScheduledDialog } from './later/scheduled-dialog.tsx';
export { ScheduledPage } from './later/scheduled-page.tsx';
export { SnippetsDialog } from './later/snippets-dialog.tsx';
export { TimeDialog } from './later/time-dialog.tsx';
export { Channels } from './pages/channels.tsx';
export { Drafts } from './pages/drafts.tsx';
export {
  AboutPage,
  FormattingDialog,
  FormattingPage,
  KeysDialog,
  KeysPage,
  SearchOperatorsPage,
} from './pages/help.tsx';
export { Recent } from './pages/recent.tsx';
export { UnknownChannel } from './parts/unknown-channel.tsx';
export { StatusDialog } from './people/status-dialog.tsx';
export { UserCard } from './people/user-card.tsx';
export { UserPage } from './people/user-page.tsx';
export { People } from './sidebar/people.tsx';
export { PollDialog, TodoDialog } from './widgets/widget-dialogs.tsx';

channelAddress.give(addressOfChannel);
completer.give(complete);
converter.give(toMarkdown);
copier.give(copyText);
logOut.give(startLogOut);
nothing.give(Nothing);
progress.give(UploadProgress);
rowParts.actions.give(MessageActions);
rowParts.editor.give(MessageEditor);
rowParts.widget.give(Widget);
sender.give(sendFile);
suggester.give(suggestSearch);
topicChoice.give(TopicChoice);
unwritable.give(UnwritableBar);
