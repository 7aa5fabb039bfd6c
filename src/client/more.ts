// Modules loaded together on first need: as many small files, they would make even the first page larger.

import { copier, logOut } from './commands/actions.ts';
import { copyText } from './copy-text.ts';
import { complete } from './view/completions.ts';
import { topicChoice } from './view/compose.tsx';
import { startLogOut } from './view/log-out.tsx';
import { MessageActions } from './view/message-actions.tsx';
import { MessageEditor } from './view/message-editor.tsx';
import { nothing } from './view/message-pane.tsx';
import { rowParts } from './view/message-row.tsx';
import { unwritable } from './view/messages-page.tsx';
import { Nothing } from './view/nothing.tsx';
import { addressOfChannel } from './view/open-channel.ts';
import { toMarkdown } from './view/pasted-html.ts';
import { converter } from './view/pasting.ts';
import { suggester } from './view/search-field.tsx';
import { suggestSearch } from './view/search-suggestions.ts';
import { channelAddress } from './view/side-channels.tsx';
import { targetWatcher } from './view/switcher.tsx';
import { watchTargets } from './view/targets.ts';
import { TopicChoice } from './view/topic-choice.tsx';
import { UnwritableBar } from './view/unwritable.tsx';
import { sendFile, UploadProgress } from './view/upload-progress.tsx';
import { progress, sender } from './view/uploads.tsx';
import { completer } from './view/use-completion.ts';
import { Widget } from './widgets/widget.tsx';

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
export { LogOutDialog } from './view/log-out.tsx';
export { DeleteDialog, HistoryDialog, ReadAllDialog, ReadersDialog } from './view/message-dialogs.tsx';
export { MoveDialog } from './view/move-dialog.tsx';
export { People } from './view/people.tsx';
export { Recent } from './view/recent.tsx';
export { ReportDialog } from './view/report-dialog.tsx';
export { UnknownChannel } from './view/unknown-channel.tsx';
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
targetWatcher.give(watchTargets);
topicChoice.give(TopicChoice);
unwritable.give(UnwritableBar);
