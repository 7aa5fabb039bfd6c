import type { StateSections } from '../users/state-section.ts';
import { listNewestDrafts } from './draft.ts';
import { listReminders, presentReminder } from './reminder.ts';
import { listSnippets } from './saved-snippet.ts';
import { listScheduled, presentScheduled } from './scheduled-message.ts';

/** Sections of the initial state about drafts, reminders, snippets and scheduled messages. */
export const laterSections: StateSections = {
  drafts: (app, user) => ({ drafts: listNewestDrafts(app.db, user) }),
  reminders: (app, user) => ({
    reminders: listReminders(app.db, user).map((reminder) => presentReminder(app, user, reminder)),
  }),
  saved_snippets: (app, user) => ({ saved_snippets: listSnippets(app.db, user) }),
  scheduled_messages: (app, user) => ({ scheduled_messages: listScheduled(app.db, user).map(presentScheduled) }),
};
