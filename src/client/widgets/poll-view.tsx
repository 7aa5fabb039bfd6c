import type { Message } from '../api/types.ts';
import { formatList } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { LineForm } from './line-form.tsx';
import type { Poll, PollOption } from './poll.ts';
import { takeStep, useNumbering } from './take-step.ts';
import { WidgetTitle } from './widget-title.tsx';

export function PollView({ message, poll }: { message: Message; poll: Poll }) {
  const client = useClient();
  const { user_id } = client.store;
  const number = useNumbering(poll.options);
  const add = (option: string) => takeStep(client, message, { type: 'new_option', idx: number(), option });
  return (
    <section class="widget" aria-label={t('widgets.poll')}>
      <WidgetTitle
        title={poll.question || t('widgets.poll')}
        label={t('widgets.question')}
        isMine={message.sender_id === user_id}
        onChange={(question) => takeStep(client, message, { type: 'question', question })}
      />
      <ul>
        {poll.options.map((option) => (
          <OptionRow key={option.key} message={message} option={option} />
        ))}
      </ul>
      <LineForm label={t('widgets.newOption')} action={t('common.add')} onSubmit={add} />
    </section>
  );
}

function OptionRow({ message, option }: { message: Message; option: PollOption }) {
  const client = useClient();
  const { key, text, voters } = option;
  const isMine = voters.includes(client.store.user_id);
  const names = formatList(voters.map((id) => (id === client.store.user_id ? t('common.you') : client.userName(id))));
  return (
    <li>
      <button
        type="button"
        class="vote"
        aria-pressed={isMine}
        aria-label={t('widgets.voteFor', { text, count: voters.length })}
        onClick={() => void takeStep(client, message, { type: 'vote', key, vote: isMine ? -1 : 1 })}
      >
        {voters.length}
      </button>
      <span class="option-text" dir="auto">
        {text} <span class="quiet">{names}</span>
      </span>
    </li>
  );
}
