import type { Values } from '../../support/client.ts';
import type { Call } from '../call.ts';
import type { Who } from './actors.ts';
import type { Cell, Stage } from './stage.ts';

/** What a call says, except who makes it. */
export type Request = Omit<Call, 'as'>;

/** What comes of a call, for each actor. */
export interface Outcome {
  /** Those for whom it succeeds. */
  ok: Who;
  /** Those who get exactly the answer that something gets which does not exist. */
  hidden?: Who;
  /** What all others are told: by the answer's text, or by those texts with who gets them. */
  refused?: string | Readonly<Record<string, Who>>;
}

/** One line of the matrix: an endpoint in a situation, and what comes of it for everybody. */
export interface Row extends Outcome {
  /** The situation, in words. */
  when: string;
  /** The call of an actor; without it, the endpoint's call of test/contract/calls/. */
  request?: (cell: Cell) => Request | Promise<Request>;
  /** The same call about what does not exist. */
  requestMissing?: (cell: Cell) => Request | Promise<Request>;
  /** Brings about the situation, on every fresh server. */
  arrange?: (stage: Stage) => void | Promise<void>;
  /** Whether an answer is a success, where success is not its status alone. */
  succeeds?: (body: Values) => boolean;
}

/** For each endpoint, by operation id, its rows. */
export type Matrix = Readonly<Record<string, readonly Row[]>>;

export type Id = string | number;

/** Things of one kind that calls are about: how to find each, by what it is, and a name for none of them. */
export interface Noun<Name extends string> {
  missing: Id;
  things: Readonly<Record<Name, (cell: Cell) => Id | Promise<Id>>>;
}

/** The one row of an endpoint for which only the role counts. */
export function always(outcome: Outcome, request?: Row['request']): Row[] {
  return [{ when: 'always', ...outcome, ...(request ? { request } : {}) }];
}

/** A row for each thing that a call can be about. */
export function about<Name extends string>(
  noun: Noun<Name>,
  request: (id: Id, cell: Cell) => Request | Promise<Request>,
  outcomes: Partial<Readonly<Record<Name, Outcome>>>,
  changes: Partial<Row> = {},
): Row[] {
  return (Object.entries(outcomes) as [Name, Outcome][]).map(([name, outcome]) => ({
    ...outcome,
    request: async (cell) => request(await noun.things[name](cell), cell),
    requestMissing: (cell) => request(noun.missing, cell),
    ...changes,
    when: changes.when ? `${changes.when}: ${name}` : name,
  }));
}

export const adminOnly = 'Must be an organization administrator';
export const ownerOnly = 'Must be an organization owner';
export const notForGuests = 'Not allowed for guest users';
export const notForBots = 'This endpoint does not accept bot requests.';
export const insufficient = 'Insufficient permission';

/** What only administrators do; everyone else is told so. */
export const forAdmins: Outcome = { ok: 'admin+', refused: adminOnly };
/** What only owners do; everyone else is told so. */
export const forOwners: Outcome = { ok: 'owner', refused: ownerOnly };
/** What everyone with an account does. */
export const forEveryone: Outcome = { ok: 'guest+' };
/** What all people with an account do, and no bots. */
export const forPeople: Outcome = { ok: 'guest+ -bot', refused: notForBots };
/** What everyone does but guests, to whom it does not exist. */
export const unlessGuest: Outcome = { ok: 'member+', hidden: 'guest' };
/** What does not exist for anybody. */
export const forNobody: Outcome = { ok: '', hidden: 'guest+' };
/** What everyone but guests does. */
export const forMembers: Outcome = { ok: 'member+', refused: notForGuests };
