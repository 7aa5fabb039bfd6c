import type { ServerEvent } from '../../api/types.ts';
import { channels } from './channels.ts';
import { messages } from './messages.ts';
import type { Fold, Model } from './model.ts';
import { people } from './people.ts';
import { personal } from './personal.ts';
import { realm } from './realm.ts';
import { followSight } from './sight.ts';

/** What every type of event means to a client that keeps what it was told when it registered. */
const table: Fold = { ...messages, ...channels, ...people, ...realm, ...personal };

/** Makes of what a client knows what it knows after an event. The event becomes part of it. */
export function applyEvent(model: Model, event: Omit<ServerEvent, 'id'>): void {
  const apply = table[event.type];
  if (!apply) throw new Error(`events of type ${event.type} are unknown: ${JSON.stringify(event)}`);
  apply(model, event as never);
  followSight(model, event.type);
}

/** Whether this client knows what events of a type mean. */
export function isKnown(type: string): boolean {
  return type in table;
}
