import type { Database } from '../../db/database.ts';
import type { Progress } from '../progress.ts';
import type { Links } from './links.ts';
import { type Page, writePage } from './page.ts';
import type { PagePlan } from './page-plan.ts';

/** The pages being written, and their shared data. */
export interface Website {
  db: Database;
  /** The top folder. */
  folder: string;
  organization: string;
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

export function publishPage({ folder, organization }: Website, page: Page): void {
  writePage(folder, organization, page);
}

export function nameOf({ people }: Website, user_id: number): string {
  return people.get(user_id)?.full_name ?? `User ${user_id}`;
}

/** The name of a conversation: its topic, or its participants. */
export function titleOf(site: Website, { topic, members_key }: Titled): string {
  if (topic !== null) return topic === '' ? 'general chat' : topic;
  return (members_key ?? '')
    .split(',')
    .map((id) => nameOf(site, Number(id)))
    .join(', ');
}

/** The columns that determine a conversation's name. */
export interface Titled {
  topic: string | null;
  members_key: string | null;
}
