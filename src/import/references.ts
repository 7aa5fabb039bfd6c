import type { Job } from './job.ts';

// Texts of formats that name users, channels and groups by ids refer to them by placeholders, because only the database
// knows how they are called here. Texts of archives hold no zero bytes otherwise.

const marks = { user: '@', channel: '#', group: '*' } as const;

/** In a text: the user, channel or group with this id in the archive. */
export function writeReference(kind: keyof typeof marks, id: number): string {
  return `\0${marks[kind]}${id}\0`;
}

/** Puts mentions and links with the names here in the place of references. */
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
