import type { NarrowTerm } from '../api/types.ts';
import { conversationIn } from '../store/conversation.ts';

/** Shown instead of messages if there are none. */
export function Nothing({ narrow, near }: { narrow: readonly NarrowTerm[]; near: number | undefined }) {
  const [title, hint] = near === undefined ? describeNothing(narrow) : notFound;
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  );
}

const notFound = ['Message not found', 'It was deleted, or you cannot see it.'] as const;

function describeNothing(narrow: readonly NarrowTerm[]): readonly [title: string, hint: string] {
  const [first] = narrow;
  const isAlone = narrow.length <= 1;
  if (isAlone && first?.operator === 'is' && first.operand === 'mentioned')
    return ['No mentions yet', 'When somebody mentions you, their message appears here.'];
  if (isAlone && first?.operator === 'is' && first.operand === 'starred')
    return ['No starred messages', 'Star a message to find it here again.'];
  if (isAlone && first?.operator === 'is' && first.operand === 'dm')
    return ['No direct messages yet', 'Write the first one: choose + beside Direct messages.'];
  if (conversationIn(narrow) || (isAlone && (!first || first.operator === 'channel')))
    return ['No messages yet', 'The first one appears here as soon as it is sent.'];
  return ['Nothing found', 'No message that you can see matches this search.'];
}
