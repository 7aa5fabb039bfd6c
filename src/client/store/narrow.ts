import type { Message, NarrowTerm } from '../api/types.ts';
import { ascending, conversationOf } from './conversation.ts';

/** Whether a message matches a narrow; undefined if only the server knows. */
export function fits(narrow: readonly NarrowTerm[], message: Message, user_id: number): boolean | undefined {
  let known: boolean | undefined = true;
  for (const term of narrow) {
    const found = fitsTerm(term, message, user_id);
    if (found === undefined) known = undefined;
    else if (found === Boolean(term.negated)) return false;
  }
  return known;
}

function fitsTerm({ operator, operand }: NarrowTerm, message: Message, user_id: number): boolean | undefined {
  switch (operator) {
    case 'channel':
      return typeof operand === 'number' ? message.type === 'stream' && message.stream_id === operand : undefined;
    case 'topic':
      return message.type === 'stream' && message.subject.toLowerCase() === String(operand).toLowerCase();
    case 'dm':
      return Array.isArray(operand) ? isBetween(message, operand, user_id) : undefined;
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : undefined;
    case 'is':
      return fitsIs(String(operand), message);
    default:
      return undefined;
  }
}

function isBetween(message: Message, user_ids: readonly number[], user_id: number): boolean {
  const conversation = conversationOf(message, user_id);
  if (conversation.type !== 'direct') return false;
  const others = user_ids.length > 1 ? user_ids.filter((id) => id !== user_id) : user_ids;
  return ascending(conversation.user_ids).join() === ascending(others).join();
}

function fitsIs(operand: string, { type, flags }: Message): boolean | undefined {
  switch (operand) {
    case 'dm':
      return type === 'private';
    case 'starred':
      return flags.includes('starred');
    case 'mentioned':
      return flags.some((flag) => flag === 'mentioned' || flag.endsWith('_mentioned'));
    // A list of unread messages keeps messages that were read meanwhile.
    case 'unread':
      return undefined;
    default:
      return undefined;
  }
}

export function narrowKey(narrow: readonly NarrowTerm[]): string {
  return JSON.stringify(narrow).toLowerCase();
}
