import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import type { Conversation } from '../store/conversation.ts';

/** Shows the users who are typing here. Its line is always reserved, so that nothing moves. */
export function WhoTypes({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const names = (client.typing.value?.in(conversation) ?? []).map((id) => client.userName(id));
  return (
    <p class="who-types quiet" aria-live="off">
      {say(names)}
    </p>
  );
}

function say([first, second, ...more]: readonly string[]): string {
  if (first === undefined) return '';
  if (second === undefined) return t('pages.oneIsTyping', { name: first });
  return more.length === 0 ? t('pages.twoAreTyping', { first, second }) : t('pages.severalAreTyping');
}
