import { callIn } from '../commands/bot-commands.ts';
import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { Tool } from '../parts/tool.tsx';
import type { Conversation } from '../store/conversation.ts';

/** What a bot answers to a command that was written here, for the person alone who wrote it. */
export function BotCallView({
  conversation,
  onAgain,
}: {
  conversation: Conversation;
  onAgain: (text: string) => void;
}) {
  const client = useClient();
  const shown = callIn(client, conversation);
  const { value: call } = shown;
  if (!call) return null;
  const { bot_id, text, answer, problem } = call;
  const close = () => {
    shown.value = undefined;
  };
  const again = () => {
    close();
    onAgain(text);
  };
  return (
    <section class="bot-call" role="status" aria-label={t('compose.answerOf', { name: client.userName(bot_id) })}>
      <header>
        <b dir="auto">{client.userName(bot_id)}</b>{' '}
        <span class="quiet">
          <bdi>{text}</bdi> {answer !== undefined && t('compose.onlyYouSeeThis')}
        </span>
        <Tool name={t('common.close')} icon="close" onClick={close} />
      </header>
      {answer !== undefined && <Rendered html={answer} />}
      {answer === undefined && problem === '' && <p class="quiet">{t('compose.waitingForAnswer')}</p>}
      <Problem text={problem} onRetry={again} />
    </section>
  );
}
