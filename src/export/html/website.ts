import type { Database } from '../../db/database.ts';
import type { Progress } from '../progress.ts';
import type { Links } from './links.ts';
import type { Frame } from './page.ts';
import type { PagePlan } from './page-plan.ts';

/** The pages being written, and their shared data. */
export interface Website extends Frame {
  db: Database;
  plan: PagePlan;
  links: Links;
  people: ReadonlyMap<number, Person>;
  progress: Progress;
}

/** A user who wrote or received a message. */
export interface Person {
  full_name: string;
  /** The path of their picture. */
  avatar: string | undefined;
}

export function nameOf({ people, texts }: Website, user_id: number): string {
  return people.get(user_id)?.full_name ?? texts.t('export.unknownUser', { id: String(user_id) });
}

/** The name of a conversation: its topic, or its participants. */
export function titleOf(site: Website, { topic, members_key }: Titled): string {
  if (topic !== null) return topic || site.texts.t('topics.generalChat');
  const ids = (members_key ?? '').split(',').map(Number);
  return site.texts.list(ids.map((id) => nameOf(site, id)));
}

/** The columns that determine a conversation's name. */
export interface Titled {
  topic: string | null;
  members_key: string | null;
}
