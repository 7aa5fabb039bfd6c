import type { NarrowTerm } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { conversationIn } from '../store/conversation.ts';

/** Shown instead of messages if there are none. */
export function Nothing({ narrow, near }: { narrow: readonly NarrowTerm[]; near: number | undefined }) {
  const [title, hint] = near === undefined ? describeNothing(narrow) : notFound();
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  );
}

const notFound = () => [t('messages.notFound'), t('messages.notFoundHint')] as const;

function describeNothing(narrow: readonly NarrowTerm[]): readonly [title: string, hint: string] {
  const [first] = narrow;
  const isAlone = narrow.length <= 1;
  if (isAlone && first?.operator === 'is' && first.operand === 'mentioned')
    return [t('messages.noMentions'), t('messages.noMentionsHint')];
  if (isAlone && first?.operator === 'is' && first.operand === 'starred')
    return [t('messages.noStarred'), t('messages.noStarredHint')];
  if (isAlone && first?.operator === 'is' && first.operand === 'dm')
    return [t('messages.noDirect'), t('messages.noDirectHint')];
  if (conversationIn(narrow) || (isAlone && (!first || first.operator === 'channel')))
    return [t('messages.noMessages'), t('messages.noMessagesHint')];
  return [t('messages.nothingFound'), t('messages.nothingFoundHint')];
}
