import { diffArrays } from 'diff';

/**
 * HTML of `present` with the text inserted since `previous` marked, and the deleted text shown too. Both arguments are
 * HTML rendered by the server. All tags of the result come from `present`, so it is equally well formed and safe.
 */
export function diffHtml(previous: string, present: string): string {
  return runsOf(compare(tokensOf(previous), tokensOf(present)))
    .map(mark)
    .join('');
}

type Change = 'same' | 'deleted' | 'inserted';

/** A token and whether it was kept, deleted or inserted. */
interface Step {
  change: Change;
  token: string;
}

function tokensOf(html: string): string[] {
  return html.match(/<[^>]*>|&[^;\s]+;|\s+|[\p{L}\p{N}\p{M}_]+|./gsu) ?? [];
}

// Bounds the work on texts that have little in common; such texts are shown one after the other.
const maxEditLength = 250;

function compare(before: string[], after: string[]): Step[] {
  const parts = diffArrays(before, after, { maxEditLength });
  if (!parts) return [...before.map(step('deleted')), ...after.map(step('inserted'))];
  return parts.flatMap(({ added, removed, value }) =>
    value.map(step(added ? 'inserted' : removed ? 'deleted' : 'same')),
  );
}

function step(change: Change): (token: string) => Step {
  return (token) => ({ change, token });
}

/** Joins neighboring text tokens with the same change. Tags stay separate, and deleted tags are dropped. */
function runsOf(steps: readonly Step[]): Step[] {
  const runs: Step[] = [];
  for (const { change, token } of steps) {
    const last = runs.at(-1);
    if (!isTag(token) && last?.change === change && !isTag(last.token)) last.token += token;
    else if (change !== 'deleted' || !isTag(token)) runs.push({ change, token });
    else if (last?.change === 'deleted') last.token += ' ';
  }
  return runs;
}

function mark({ change, token }: Step): string {
  if (change === 'same' || isTag(token)) return token;
  if (token.trim() === '') return change === 'deleted' ? '' : token;
  return `<span class="highlight_text_${change}">${token}</span>`;
}

function isTag(token: string): boolean {
  return token.startsWith('<');
}
