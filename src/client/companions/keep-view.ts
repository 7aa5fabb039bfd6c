import type { Client } from '../client.ts';
import { leftView } from '../commands/left-view.ts';
import { beside, composing, namedTopic } from '../commands/view-state.ts';

/** Opens again what was open when the last page of this tab was left, and stores it for the next one. */
export function keepView(client: Client): void {
  const stored = leftView(client);
  const [left] = stored.load();
  if (left?.at === location.hash) {
    beside.value ??= left.beside;
    composing.value ??= left.composing;
  }
  // Without it, a page that crashes would leave an old view to the next one.
  stored.save([]);
  addEventListener('pagehide', () => {
    const view = { beside: beside.value, composing: composing.value, namedTopic: namedTopic.value };
    stored.save([{ at: location.hash, ...view }]);
  });
}
