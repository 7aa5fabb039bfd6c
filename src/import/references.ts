import type { Job } from './job.ts';

// In texts of formats that identify users, channels and groups by ids, placeholders stand for them, because only the
// database knows their names here. Texts of archives contain no other zero bytes.

const marks = { user: '@', channel: '#', group: '*' } as const;

/** The placeholder for a user, channel or group with this id in the archive. */
export function writeReference(kind: keyof typeof marks, id: number): string {
  return `\0${marks[kind]}${id}\0`;
}

/** Replaces references by mentions and links with the names used here. */
export function resolveReferences(job: Job, text: string): string {
  if (!text.includes('\0')) return text;
  return text.replace(/\0([@#*])(\d{1,15})\0/g, (_, mark: string, id: string) => resolve(job, mark, Number(id)));
}

function resolve({ app: { db }, ids }: Job, mark: string, id: number): string {
  const { users, channels, groups } = ids;
  if (mark === marks.channel) return `#**${db.value<string>(channelSql, channels.find(id) ?? 0) ?? ''}**`;
  if (mark === marks.group) return `@*${db.value<string>(groupSql, groups.find(id) ?? 0) ?? ''}*`;
  const user_id = users.find(id) ?? 0;
  return `@**${db.value<string>(userSql, user_id) ?? ''}|${user_id}**`;
}

const userSql = 'SELECT full_name FROM users WHERE id = ?';
const channelSql = 'SELECT name FROM channels WHERE id = ?';
const groupSql = 'SELECT name FROM groups WHERE id = ?';
