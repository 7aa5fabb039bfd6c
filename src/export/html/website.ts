import type { Database } from '../../db/database.ts';
import type { Links } from './links.ts';
import { type Page, writePage } from './page.ts';
import type { PagePlan } from './page-plan.ts';

/** Pages that are being written, and what all of them need. */
export interface Website {
  db: Database;
  /** The top folder. */
  folder: string;
  organization: string;
  plan: PagePlan;
  links: Links;
  people: ReadonlyMap<number, Person>;
}

/** Somebody who wrote or received a message. */
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

/** The name of a conversation: of its topic, or of the people in it. */
export function titleOf(site: Website, { topic, members_key }: Titled): string {
  if (topic !== null) return topic === '' ? 'general chat' : topic;
  return (members_key ?? '')
    .split(',')
    .map((id) => nameOf(site, Number(id)))
    .join(', ');
}

/** A conversation, as far as its name goes. */
export interface Titled {
  topic: string | null;
  members_key: string | null;
}
