import { wordsIn } from '../forge.ts';
import { type Mood, monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

/** A template with the whole `.app`, or with fields of these names. */
export const argocd: Tool = {
  title: 'Argo CD',
  payloads: documented('https://argo-cd.readthedocs.io/en/stable/operator-manual/notifications/services/webhook/'),
  eventOf: ({ payload }) => payload.any('trigger') || 'app',
  events: { app: write, '*': write },
};

const moods: Readonly<Record<string, Mood>> = {
  healthy: 'good',
  succeeded: 'good',
  synced: 'good',
  progressing: 'neutral',
  running: 'neutral',
};

function write(payload: Payload): ToolMessage {
  const app = payload.at(payload.has('app.metadata') ? 'app' : 'unwrapped');
  const value = (path: string, ...names: string[]) => app.any(path) || payload.any(path, ...names);
  const phase = value('status.operationState.phase', 'phase', 'operation');
  const health = value('status.health.status', 'health_status', 'health');
  const sync = value('status.sync.status', 'sync_status', 'sync');
  const state = phase || health || sync || 'changed';
  return monitorMessage({
    name: value('metadata.name', 'application', 'app', 'name') || payload.text('app'),
    url: payload.any('url', 'app_url'),
    state,
    mood: wordsIn(moods, state.toLowerCase(), 'bad') as Mood,
    since: value('status.operationState.finishedAt', 'finished_at'),
    reason: value('status.operationState.message', 'message'),
    facts: { Health: health, Sync: sync, Revision: value('status.sync.revision', 'revision').slice(0, 8) },
  });
}
