import type { ScheduledMessage } from '../../later/scheduled-message.ts';
import { rowsOf } from '../rows.ts';
import { isTrue, type Job, realm_id, recipientOf } from './job.ts';

interface Row extends ScheduledMessage {
  has_attachment: number;
}

const scheduledSql = `SELECT s.*, EXISTS (SELECT 1 FROM awaited_attachments a WHERE a.scheduled_message_id = s.id)
    AS has_attachment
  FROM scheduled_messages s WHERE s.sent_at IS NULL ORDER BY s.id`;

/** Messages to be sent later. */
export function* listScheduled(job: Job): Iterable<object> {
  for (const row of rowsOf<Row>(job.db, scheduledSql)) {
    const recipient = recipientHere(job, row);
    if (recipient !== undefined) yield presentScheduled(job, row, recipient);
  }
}

function presentScheduled({ clientIds }: Job, row: Row, recipient: number): object {
  return {
    id: row.id,
    sender: row.sender_id,
    recipient,
    subject: row.topic ?? '',
    content: row.content,
    rendered_content: row.rendered_content,
    sending_client: clientIds.get(row.client),
    stream: row.channel_id,
    realm: realm_id,
    scheduled_timestamp: row.due_at,
    read_by_sender: isTrue(row.read_by_sender),
    delivered: false,
    delivered_message: null,
    has_attachment: isTrue(row.has_attachment),
    failed: isTrue(row.failed),
    failure_message: null,
    delivery_type: 1,
  };
}

/** Undefined for a group of users without an existing conversation, because the format has no recipient for it. */
function recipientHere({ db }: Job, { channel_id, user_ids, sender_id }: Row): number | undefined {
  if (channel_id !== null) return recipientOf.channel(channel_id);
  const others = (JSON.parse(user_ids ?? '[]') as number[]).filter((id) => id !== sender_id);
  const [only] = others;
  if (others.length <= 1) return recipientOf.user(only ?? sender_id);
  const members_key = [sender_id, ...others].sort((a, b) => a - b).join();
  const sql = 'SELECT id FROM conversations WHERE members_key = ? AND max_message_id IS NOT NULL';
  const id = db.value<number>(sql, members_key);
  return id === undefined ? undefined : recipientOf.conversation(id);
}
