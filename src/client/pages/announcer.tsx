import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Message, NarrowTerm, ServerEvent } from '../api/types.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { textOf } from '../parts/message-text.ts';
import { conversationOf } from '../store/conversation.ts';
import { fits, narrowKey } from '../store/narrow.ts';

const pause = 3000;

/** Announces new messages on the page to screen readers, at most one in three seconds. */
export function Announcer({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const said = useSignal('');
  useLayoutEffect(() => {
    let last = 0;
    return client.store.follow((event) => {
      if (event.type !== 'message') return;
      const { message } = event as ServerEvent & { message: Message };
      const { user_id } = client.store;
      if (message.sender_id === user_id || !fits(narrow, message, user_id) || Date.now() - last < pause) return;
      last = Date.now();
      said.value = t('pages.announceMessage', {
        sender: shownName(message.sender_full_name),
        conversation: client.describe(conversationOf(message, user_id)),
        text: textOf(message).slice(0, longest),
      });
    });
  }, [narrowKey(narrow)]);
  return (
    <div class="unseen" aria-live="polite">
      {said.value}
    </div>
  );
}

const longest = 300;
