// Modules loaded together on first need: as many small files, they would make even the first page larger.

import { copier, logOut } from './commands/actions.ts';
import { copyText } from './commands/copy-text.ts';
import { MessageEditor } from './compose/message-editor.tsx';
import { UnwritableBar } from './compose/unwritable.tsx';
import { startLogOut } from './dialogs/log-out.tsx';
import { ChannelHead } from './messages/channel-head.tsx';
import { MessageActions } from './messages/message-actions.tsx';
import { MessageButtons } from './messages/message-buttons.tsx';
import { nothing } from './messages/message-pane.tsx';
import { rowParts } from './messages/message-row.tsx';
import { Nothing } from './messages/nothing.tsx';
import { AllRead } from './pages/all-read.tsx';
import { CallTool } from './pages/call-tool.tsx';
import { callTool, pageMenus } from './pages/conversation-tools.tsx';
import { allRead } from './pages/inbox.tsx';
import { pinned, searchedFiles, searchHead } from './pages/messages-page.tsx';
import { PageLines, PolicyChoice } from './pages/page-menus.tsx';
import { searching, searchList } from './pages/search-field.tsx';
import { SearchedFiles, SearchHead } from './pages/search-head.tsx';
import { SearchList } from './pages/search-list.tsx';
import { noteSearch, watchSearch } from './pages/search-options.ts';
import { unwritable } from './pages/writing.tsx';
import { extras } from './parts/decorate.ts';
import { addExtras } from './parts/extras.ts';
import { AccountMenu } from './sidebar/account-menu.tsx';
import { Logo } from './sidebar/logo.tsx';
import { addressOfChannel } from './sidebar/open-channel.ts';
import { SavedSearches } from './sidebar/saved-searches.tsx';
import { SectionMenu } from './sidebar/section-menu.tsx';
import { accountMenu, logo, savedSearchList, sideFilter } from './sidebar/side-bar.tsx';
import { channelAddress, sectionMenu } from './sidebar/side-channels.tsx';
import { SideFilter } from './sidebar/side-filter.tsx';
import { Widget } from './widgets/widget.tsx';

export { ShareDialog } from './compose/share-dialog.tsx';
export { DirectDialog } from './dialogs/direct-dialog.tsx';
export { EmojiPopover } from './dialogs/emoji-picker.tsx';
export { ForwardDialog } from './dialogs/forward-dialog.tsx';
export { Lightbox } from './dialogs/lightbox.tsx';
export { LogOutDialog } from './dialogs/log-out.tsx';
export { DeleteDialog, HistoryDialog, ReadAllDialog, ReadersDialog } from './dialogs/message-dialogs.tsx';
export { MoveDialog } from './dialogs/move-dialog.tsx';
export { ReportDialog } from './dialogs/report-dialog.tsx';
export { SaveSearchDialog } from './dialogs/save-search-dialog.tsx';
export { RenameSectionDialog, SectionDialog } from './dialogs/section-dialogs.tsx';
export { Switcher } from './dialogs/switcher.tsx';
export { DateDialog } from './later/date-dialog.tsx';
export { ReminderDialog } from './later/reminder-dialog.tsx';
export { RemindersPage } from './later/reminders-page.tsx';
export { ScheduleDialog } from './later/schedule-dialog.tsx';
export { ScheduledDialog } from './later/scheduled-dialog.tsx';
export { ScheduledPage } from './later/scheduled-page.tsx';
export { SnippetsDialog } from './later/snippets-dialog.tsx';
export { TimeDialog } from './later/time-dialog.tsx';
export { MessageSheet } from './messages/message-sheet.tsx';
export { CallPage } from './pages/call-page.tsx';
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
export { SecondPane } from './pages/second-pane.tsx';
export { UnknownChannel } from './parts/unknown-channel.tsx';
export { QuietDialog } from './people/quiet-dialog.tsx';
export { StatusDialog } from './people/status-dialog.tsx';
export { UserCard } from './people/user-card.tsx';
export { UserPage } from './people/user-page.tsx';
export { People } from './sidebar/people.tsx';
export { PollDialog, TodoDialog } from './widgets/widget-dialogs.tsx';

accountMenu.give(AccountMenu);
channelAddress.give(addressOfChannel);
callTool.give(CallTool);
copier.give(copyText);
logOut.give(startLogOut);
extras.give(addExtras);
logo.give(Logo);
nothing.give(Nothing);
allRead.give(AllRead);
pinned.give(ChannelHead);
rowParts.actions.give(MessageActions);
rowParts.buttons.give(MessageButtons);
rowParts.editor.give(MessageEditor);
rowParts.widget.give(Widget);
savedSearchList.give(SavedSearches);
sectionMenu.give(SectionMenu);
sideFilter.give(SideFilter);
searchedFiles.give(SearchedFiles);
searchHead.give(SearchHead);
searchList.give(SearchList);
searching.give({ watch: watchSearch, note: noteSearch });
pageMenus.give({ PageLines, PolicyChoice });
unwritable.give(UnwritableBar);
