import { channels } from './channels.ts';
import { messages } from './messages.ts';
import type { Apply, Json, Model } from './model.ts';
import { people } from './people.ts';
import { personal } from './personal.ts';
import { realm } from './realm.ts';
import { followSight } from './sight.ts';

/** What every type of event means to a client that keeps what it was told when it registered. */
const table: Readonly<Record<string, Apply>> = { ...messages, ...channels, ...people, ...realm, ...personal };

/** Makes of what a client knows what it knows after an event. */
export function applyEvent(model: Model, event: Json): void {
  const apply = table[event.type];
  if (!apply) throw new Error(`events of type ${event.type} are unknown: ${JSON.stringify(event)}`);
  apply(model, structuredClone(event));
  followSight(model, event.type);
}
