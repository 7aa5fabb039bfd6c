/**
 * Who makes calls. `member` has not been here for the waiting period, `full` has; `bot` is a bot of full's and has the
 * rights of a full member; `webhook` is a bot that may only send messages; `nobody` has no credentials.
 */
export const actors = [
  'nobody',
  'deactivated',
  'webhook',
  'guest',
  'member',
  'full',
  'bot',
  'moderator',
  'admin',
  'owner',
] as const;

export type Actor = (typeof actors)[number];

/**
 * Some actors, in words: `anyone`, an actor's name, a role and those above it (`member+`), and whom to leave out
 * (`-bot`), as in `member+ -bot webhook`.
 */
export type Who = string;

const ranks: readonly Actor[] = ['guest', 'member', 'full', 'bot', 'moderator', 'admin', 'owner'];

/** The actors that a text names, in the order of `actors`. Throws for a word that names nobody. */
export function parseWho(who: Who): Actor[] {
  const named = new Set<Actor>();
  for (const word of who.split(' ').filter(Boolean)) {
    if (word.startsWith('-')) named.delete(actorCalled(word.slice(1)));
    else for (const actor of actorsMeant(word)) named.add(actor);
  }
  return actors.filter((actor) => named.has(actor));
}

function actorsMeant(word: string): readonly Actor[] {
  if (word === 'anyone') return actors;
  if (word.endsWith('+')) return ranks.slice(ranks.indexOf(actorCalled(word.slice(0, -1))));
  return [actorCalled(word)];
}

function actorCalled(word: string): Actor {
  const actor = actors.find((name) => name === word);
  if (!actor) throw new Error(`nobody is called ${word}`);
  return actor;
}
