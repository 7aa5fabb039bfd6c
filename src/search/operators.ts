import { byChannel, byChannels, byTopic } from './operators/channel.ts';
import { byHas, byId } from './operators/content.ts';
import { byDirect, byDirectIncluding, byGroupIncluding } from './operators/direct.ts';
import { byIn } from './operators/muting.ts';
import type { Operator } from './operators/operator.ts';
import { byMentions, bySender } from './operators/person.ts';
import { bySearch } from './operators/search.ts';
import { byIs } from './operators/state.ts';

/** The operators by all their names. `with` and `near` are removed from a narrow earlier. */
export const operators: Readonly<Record<string, Operator>> = {
  channel: byChannel,
  stream: byChannel,
  channels: byChannels,
  streams: byChannels,
  topic: byTopic,
  dm: byDirect,
  'pm-with': byDirect,
  pm_with: byDirect,
  'dm-including': byDirectIncluding,
  'group-pm-with': byGroupIncluding,
  group_pm_with: byGroupIncluding,
  sender: bySender,
  mentions: byMentions,
  is: byIs,
  has: byHas,
  in: byIn,
  id: byId,
  search: bySearch,
};

/** Whether a narrow of messages may use the operator. */
export function isOperator(name: string): boolean {
  return Object.hasOwn(operators, name) || name === 'with' || name === 'near';
}
