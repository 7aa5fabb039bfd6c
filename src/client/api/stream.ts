import { t } from '../language/texts.ts';
import { begin, encode, NetworkError, type Params } from './call.ts';
import type { ServerEvent } from './types.ts';

/**
 * Passes on the events of a queue as they happen, and none for a comment. Resolves when the server ends the stream.
 * Throws CallError if it refuses, and NetworkError if the connection fails.
 */
export type ListenToStream = (
  params: Params,
  heard: (events: readonly ServerEvent[]) => void,
  signal: AbortSignal,
) => Promise<void>;

const type = 'text/event-stream';
const start = 'data: ';

export const listenToStream: ListenToStream = async (params, heard, signal) => {
  const init = { credentials: 'same-origin', signal } as const;
  const { body, headers } = await begin(`/api/v1/events/stream?${encode(params)}`, init);
  if (!headers.get('content-type')?.startsWith(type)) throw new NetworkError(t('api.notTheServer'));
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n\n');
    rest = lines.pop() ?? '';
    if (lines.length === 0) continue;
    const events = lines.filter((line) => line.startsWith(start));
    heard(events.map((line) => JSON.parse(line.slice(start.length)) as ServerEvent));
  }
};
