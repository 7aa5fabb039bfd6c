import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { always, documented, type Tool, type ToolMessage } from '../tool.ts';

export const airbrake: Tool = {
  title: 'Airbrake',
  payloads: documented('https://docs.airbrake.io/docs/integrations/webhooks/'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const error = payload.at('error');
  const title = error.any('error_class') || error.text('error_message');
  const number = error.any('id');
  return monitorMessage({
    name: number === '' ? title : `#${number} ${title}`,
    url: payload.any('airbrake_error_url'),
    state: 'occurred',
    mood: 'bad',
    since: error.any('last_occurred_at', 'first_occurred_at'),
    reason: error.any('error_message'),
    facts: {
      Project: error.any('project.name'),
      Environment: error.any('environment'),
      Times: error.any('times_occurred'),
      File: error.any('file'),
    },
  });
}
