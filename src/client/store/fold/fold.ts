import type { ServerEvent } from '../../api/types.ts';
import { calls } from './calls.ts';
import { channels } from './channels.ts';
import { messages } from './messages.ts';
import type { Fold, Model, Section } from './model.ts';
import { people } from './people.ts';
import { personal } from './personal.ts';
import { realm } from './realm.ts';
import { followSight } from './sight.ts';

/** The effect of each type of event on the state that a client got when it registered. */
const table: Fold = { ...messages, ...channels, ...people, ...realm, ...personal, ...calls };

/**
 * Updates the model by an event. Parts of the event become part of the model. Returns the sections that may have
 * changed.
 */
export function applyEvent(model: Model, event: Omit<ServerEvent, 'id'>): readonly Section[] {
  const effect = table[event.type];
  if (!effect) throw new Error(`events of type ${event.type} are unknown: ${JSON.stringify(event)}`);
  effect.apply(model, event as never);
  followSight(model, event.type);
  return effect.sections;
}

/** Whether this client supports a type of event. */
export function isKnown(type: string): boolean {
  return Object.hasOwn(table, type);
}
