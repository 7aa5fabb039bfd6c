import { buildMessage } from '../builds.ts';
import { wordsIn } from '../forge.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

const results: Readonly<Record<string, string>> = {
  0: 'success',
  1: 'warnings',
  2: 'failure',
  3: 'skipped',
  4: 'exception',
  5: 'retry',
  6: 'cancelled',
};

/** A reporter of Buildbot, HttpStatusPush or one whose configuration names these fields. */
export const buildbot: Tool = {
  title: 'Buildbot',
  payloads: recorded('https://docs.buildbot.net/latest/manual/configuration/reporters/index.html'),
  eventOf: inField('event'),
  events: { new: write, finished: write },
};

function write(payload: Payload, event: string): ToolMessage {
  const result = payload.any('results');
  return buildMessage({
    project: payload.any('project') || payload.any('buildername') || payload.text('project'),
    name: `build #${payload.any('buildid', 'number')} of ${payload.any('buildername') || 'a builder'}`,
    url: payload.any('url'),
    status: event === 'new' ? 'started' : wordsIn(results, result),
  });
}
