import type { Database } from '../db/database.ts';
import { conjunction } from '../db/sql.ts';
import { CandidateScan } from './candidate-scan.ts';
import type { Condition } from './operators/operator.ts';

/** Sources are compared by their row counts, first up to this many rows, then up to the second number. */
const counted = [500, 20_000] as const;

/** The source with the fewest rows; undefined if no condition has one. */
export function chooseSource(db: Database, conditions: readonly Condition[]): CandidateScan | undefined {
  const sources = conditions.flatMap((condition) => {
    if (!condition.source) return [];
    const others = conditions.filter((other) => other !== condition);
    const ofConversations = others.filter(({ isOfConversation }) => isOfConversation);
    return [new CandidateScan(db, condition.source, conjunction(others), conjunction(ofConversations))];
  });
  return sources.length > 1 ? (smallest(sources) ?? sources[0]) : sources[0];
}

// If all are large, the first term's source is used. The access condition comes last.
function smallest(sources: readonly CandidateScan[]): CandidateScan | undefined {
  for (const limit of counted) {
    const counts = sources.map((source) => source.count(limit));
    const least = Math.min(...counts);
    if (least < limit) return sources[counts.indexOf(least)];
  }
  return undefined;
}
