import { wordsIn } from '../forge.ts';
import { type Mood, monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

const moods: Readonly<Record<string, Mood>> = { up: 'good', down: 'bad' };

/** The body is the variable $JSON, or a template with the fields of it. */
export const healthchecks: Tool = {
  title: 'Healthchecks',
  payloads: documented('https://healthchecks.io/docs/configuring_notifications/#webhooks'),
  eventOf: ({ payload }) => checkIn(payload).text('status').toLowerCase(),
  events: { down: write, up: write, '*': write },
};

function checkIn(payload: Payload): Payload {
  return payload.has('check.status') ? payload.at('check') : payload;
}

function write(payload: Payload, state: string): ToolMessage {
  const check = checkIn(payload);
  return monitorMessage({
    name: check.any('name', 'slug') || check.text('code'),
    url: check.any('url', 'cloaked_url'),
    state,
    mood: wordsIn(moods, state, 'neutral') as Mood,
    reason: check.any('desc'),
    facts: { Tags: check.any('tags'), 'Last ping': check.any('last_ping') },
  });
}
