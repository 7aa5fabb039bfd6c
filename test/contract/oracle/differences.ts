import { endpoints } from '../../../src/endpoints.ts';
import { Router } from '../../../src/http/router.ts';
import { absent, type Mismatch } from './compare.ts';
import { deliberateRows } from './deliberate.ts';
import { newerRows } from './newer.ts';
import { recorderRows } from './recorder.ts';
import type { Recording } from './recordings.ts';
import { isAt, isLike, type Row } from './row.ts';
import { textRows } from './texts.ts';

/** All that may differ from the recordings. */
export const differences: readonly Row[] = [...newerRows, ...deliberateRows, ...textRows, ...recorderRows];

const router = new Router(Object.values(endpoints));

/** The method and the path as the endpoint is declared; the path as it is, where there is no endpoint. */
export function endpointOf({ method, path }: Recording): string {
  const [bare = ''] = path.split('?');
  const match = router.match(bare.split('/').filter(Boolean));
  return `${method} ${[...(match?.endpoints.values() ?? [])].find((one) => one.method === method)?.path ?? bare}`;
}

const rowsOf = Map.groupBy(differences, ({ endpoint }) => endpoint);

/** The rows that explain mismatches, and the mismatches that none explains. */
export function explain(
  recording: Recording,
  mismatches: readonly Mismatch[],
  silent: boolean,
): { rows: Set<Row>; rest: Mismatch[] } {
  const request = `${recording.run} ${recording.who} ${recording.path} ${JSON.stringify(recording.params)}`;
  const rows = (rowsOf.get(endpointOf(recording)) ?? []).filter(
    (row) =>
      (silent || !row.silent) &&
      (row.when?.test(request) ?? true) &&
      (row.at?.has(`${recording.run} ${recording.n}`) ?? true),
  );
  const [recorded, given] = outcomes(recording, mismatches);
  if ((recorded === 'ok') !== (given === 'ok')) {
    const row = rows.find(
      (one) => one.place === 'answer' && isLike(one.recorded, recorded) && isLike(one.given, given),
    );
    return { rows: new Set(row ? [row] : []), rest: row ? [] : [...mismatches] };
  }
  const used = new Set<Row>();
  const rest = mismatches.filter((mismatch) => {
    const row = rows.find(
      (one) => isAt(one, mismatch) && isLike(one.recorded, mismatch.recorded) && isLike(one.given, mismatch.given),
    );
    if (row) used.add(row);
    return !row;
  });
  return { rows: used, rest };
}

/** `ok`, or the message of the error, of both servers. */
function outcomes({ answer }: Recording, mismatches: readonly Mismatch[]): [recorded: string, given: string] {
  const body = answer.body as { result?: unknown; msg?: unknown } | null;
  const given = (at: string, recorded: unknown) => {
    const mismatch = mismatches.find((one) => one.at === at);
    return mismatch ? mismatch.given : recorded;
  };
  return [
    outcome(body?.result, body?.msg),
    outcome(given('.body.result', body?.result), given('.body.msg', body?.msg)),
  ];
}

function outcome(result: unknown, msg: unknown): string {
  return result === 'error' ? String(msg === absent ? '' : msg) : 'ok';
}
