import { isReadSql, receivedSql } from '../../conversations/read-state.ts';
import { accessMessage, invalidMessage } from '../../conversations/readable.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, required } from '../../http/params.ts';
import { findRealmSetting } from '../../realm/settings.ts';
import { accessTest } from '../../users/access.ts';
import { listUsersAmong } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const receiptsDisabled = errorKind('Read receipts are disabled in this organization.');

export const getReadReceipts: Endpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  summary: 'Get the users who have read a message',
  access: 'user',
  scoped: 'reads',
  params: { message_id: required(integer(), 'The message.') },
  errors: [invalidMessage, receiptsDisabled],
  handler({ app, db, user }, { message_id }) {
    const message = accessMessage(app, user, message_id);
    if (findRealmSetting(db, 'enable_read_receipts') !== true) throw receiptsDisabled();
    const isKnown = accessTest(app, user);
    const readers = listUsersAmong(db, db.values<number>(readersSql, message.id, user.id)).filter(isKnown);
    return { user_ids: readers.map(({ id }) => id) };
  },
});

// Receivers who have read the message, except its sender, users who send no read receipts, and users who muted the
// reader or are muted by them. Bots count: they mark messages as read after processing them.
const readersSql = `
  SELECT users.id FROM messages m
  JOIN users ON users.id IN (
    SELECT user_id FROM direct_members WHERE m.channel_id IS NULL AND conversation_id = m.conversation_id
    UNION SELECT user_id FROM subscription_spans WHERE channel_id = m.sent_channel_id)
  WHERE m.id = ?1 AND users.id <> m.sender_id AND users.is_active = 1
    AND ${receivedSql('users.id')}
    AND ${isReadSql('users.id')}
    AND NOT EXISTS (SELECT 1 FROM user_settings
      WHERE user_id = users.id AND name = 'send_read_receipts' AND value = 'false')
    AND NOT EXISTS (SELECT 1 FROM muted_users WHERE user_id = users.id AND muted_user_id = ?2)
    AND NOT EXISTS (SELECT 1 FROM muted_users WHERE user_id = ?2 AND muted_user_id = users.id)
  ORDER BY users.id`;
