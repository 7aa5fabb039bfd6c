import * as streams from './channels/streams.ts';
import * as subscriptions from './channels/subscriptions.ts';
import * as events from './events/events.ts';
import * as register from './events/register.ts';
import type { Endpoint } from './http/endpoint.ts';
import * as edits from './messages/edits.ts';
import * as flags from './messages/flags.ts';
import * as history from './messages/history.ts';
import * as markAsRead from './messages/mark-as-read.ts';
import * as messages from './messages/messages.ts';
import * as reactions from './messages/reactions.ts';
import * as readReceipts from './messages/read-receipts.ts';
import * as submessages from './messages/submessages.ts';
import * as typing from './messages/typing.ts';
import * as openapi from './openapi.ts';
import * as serverSettings from './realm/server-settings.ts';
import * as login from './users/login.ts';
import * as users from './users/users.ts';

/** The whole API: every endpoint by its operation id. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  ...serverSettings,
  ...login,
  ...users,
  ...subscriptions,
  ...streams,
  ...messages,
  ...edits,
  ...flags,
  ...markAsRead,
  ...reactions,
  ...history,
  ...readReceipts,
  ...submessages,
  ...typing,
  ...register,
  ...events,
  ...openapi,
};
