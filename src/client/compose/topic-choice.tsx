import { useLayoutEffect, useRef } from 'preact/hooks';
import { writeTo } from '../commands/replies.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import type { Conversation } from '../store/conversation.ts';

interface Props {
  /** The topic that the user was reading. */
  seen: Conversation;
  /** The topic that the composer names. */
  named: Conversation;
  choose: (target: Conversation) => void;
}

/** Asks for the topic of a message that was written below another topic than the one it would go to. */
export function TopicChoice({ seen, named, choose }: Props) {
  const client = useClient();
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const reply = () => {
    choose(seen);
    writeTo(seen);
  };
  return (
    <fieldset class="topic-choice">
      <legend>{t('compose.whichTopic')}</legend>
      <button ref={first} type="button" class="button" onClick={reply}>
        {t('compose.replyIn', { conversation: client.describe(seen) })}
      </button>
      <button type="button" class="button is-plain" onClick={() => choose(named)}>
        {t('compose.sendTo', { conversation: client.describe(named) })}
      </button>
    </fieldset>
  );
}
