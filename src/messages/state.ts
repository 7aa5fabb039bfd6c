import { presentRecentDirect } from '../conversations/conversation.ts';
import { findNewestReceivedId } from '../conversations/newest-received.ts';
import type { StateSections } from '../users/state-section.ts';
import { listStarred } from './flag.ts';

/** Sections of the initial state about messages. */
export const messageSections: StateSections = {
  message: (app, user) => ({ max_message_id: findNewestReceivedId(app.db, user) }),
  recent_private_conversations: (app, user) => ({
    recent_private_conversations: presentRecentDirect(app.db, user.id),
  }),
  starred_messages: (app, user) => ({ starred_messages: listStarred(app, user) }),
};
