import { fill, type Page, readAll, sumOf } from '../conversations/full-page.ts';
import type { Fields, RawJson } from '../http/endpoint.ts';
import type { Outflow } from '../http/outflow.ts';
import type { User } from '../users/user.ts';
import { messageSizes } from './message-sizes.ts';
import type { MessageVariant } from './message-writer.ts';
import { listOf, type Presented, type Presenting, presentEach } from './present-messages.ts';

/** Bytes that are read at once. */
const step = 512 * 1024;

/** A page of messages around an anchor, and the fields of search matches by message id, as JSON. */
interface FoundPage extends Page {
  anchor: number;
  matches?: ReadonlyMap<number, string>;
}

/** A port for what limits the answers that wait for slow clients. */
export interface LimitsAnswers {
  outflow: Pick<Outflow, 'ensureRoom'>;
}

/**
 * A page as a user sees it, with the fields that say where it ends; it ends when it is full. Throws serverCrowded for a
 * large page while too much waits for slow clients.
 */
export function presentPage(
  app: Presenting & LimitsAnswers,
  user: User,
  { matches, ...page }: FoundPage,
  variant: MessageVariant,
): Fields {
  const { presented, read } = reader(app, user, { variant, matches });
  const sizes = estimate(app, page.ids, variant);
  if (sumOf(sizes) > step) app.outflow.ensureRoom();
  const { ids: _, ...found } = fill(page, { anchor: page.anchor, sizes, step, read });
  return { ...found, history_limited: false, messages: listOf(sorted(presented)) };
}

/** The messages that a client names, as a user sees them. Throws tooManyBytes. */
export function presentNamed(app: Presenting, user: User, ids: readonly number[], form: Form): RawJson {
  const { presented, read } = reader(app, user, form);
  readAll(ids, { sizes: estimate(app, ids, form.variant), step, read });
  return listOf(sorted(presented));
}

/** The form of messages in an answer. */
interface Form {
  variant: MessageVariant;
  matches: ReadonlyMap<number, string> | undefined;
}

/** Reads messages into a list. */
function reader(app: Presenting, user: User, { variant, matches }: Form) {
  const presented: Presented[] = [];
  const read = (some: readonly number[]) => {
    const messages = presentEach(app, user, some, variant, matches);
    presented.push(...messages);
    return messages.reduce((sum, one) => sum + sizeOf(one), 0);
  };
  return { presented, read };
}

function sorted(messages: Presented[]): Presented[] {
  return messages.sort((one, other) => one.id - other.id);
}

function sizeOf({ json, match }: Presented): number {
  return json.length + (match?.length ?? 0);
}

/** The bytes of each message as JSON, by id: known of cached messages, and the stored bytes of the others. */
function estimate(app: Presenting, ids: readonly number[], variant: MessageVariant): Map<number, number> {
  const texts = app.messageCache.of(variant);
  const sizes = new Map<number, number>();
  const missing: number[] = [];
  for (const id of ids) {
    const text = texts.get(id);
    if (text) sizes.set(id, text.json.length);
    else missing.push(id);
  }
  if (missing.length > 0) for (const [id, size] of messageSizes(app.db, missing, variant)) sizes.set(id, size);
  return sizes;
}
