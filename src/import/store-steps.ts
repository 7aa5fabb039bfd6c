import { isPlainObject } from '../http/params.ts';
import { ensureStepFits, ensureWidget, invalidWidget } from '../messages/widget.ts';
import type { ArchivedStep } from './archive.ts';
import { type Ids, type Job, storeIfAllowed, storing } from './job.ts';
import { cameBefore } from './origins.ts';

/** Stores steps of polls and to-do lists; steps that the API would refuse are omitted. */
export function storeSteps(job: Job): void {
  for (const step of job.archive.steps?.() ?? []) {
    if (job.messages.isOld(step.message_id)) {
      job.tally.leave('steps of polls and lists', cameBefore, '');
      continue;
    }
    storeIfAllowed(job, 'steps of polls and lists', step.content, () => storeStep(job, step));
  }
}

function storeStep({ app: { db }, ids, messages }: Job, { from, message_id, user_id, ...given }: ArchivedStep): void {
  const id = messages.here(message_id);
  const sender_id = ids.users.get(from, user_id);
  const content = contentHere(ids, given.content);
  const isAuthor = db.value<number>('SELECT 1 FROM messages WHERE id = ? AND sender_id = ?', id, sender_id) === 1;
  const first = db.value<string>('SELECT content FROM submessages WHERE message_id = ? ORDER BY id LIMIT 1', id);
  if (first !== undefined) ensureStepFits(first, JSON.parse(content), isAuthor);
  else if (isAuthor) ensureWidget(JSON.parse(content));
  else throw invalidWidget();
  const sql = 'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)';
  storing(from, () => db.run(sql, id, sender_id, given.msg_type, content));
}

/** The position of the author's user id in the key of an option or task. */
const userInKey: Readonly<Record<string, RegExp>> = { vote: /^\d+(?=,)/, strike: /(?<=,)\d+$/ };

/** A step with user ids of this database. */
function contentHere({ users }: Ids, content: string): string {
  const step = parse(content);
  if (!isPlainObject(step) || typeof step.key !== 'string') return content;
  const pattern = Object.hasOwn(userInKey, String(step.type)) ? userInKey[String(step.type)] : undefined;
  if (!pattern) return content;
  return JSON.stringify({ ...step, key: step.key.replace(pattern, (id) => String(users.find(Number(id)) ?? id)) });
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw invalidWidget();
  }
}
