import { t } from '../language/texts.ts';
import type { Conversation } from '../store/conversation.ts';
import { canResolve } from '../store/rights.ts';
import { isResolved, toggleResolved } from './actions.ts';
import type { Command } from './command.ts';

export type Topic = Extract<Conversation, { type: 'topic' }>;

/** The command of topics that the first page needs. */
export const resolveTopic: Command<Topic> = {
  label: 'commands.resolveOrReopen',
  icon: 'check',
  labelFor: (_, { topic }) => (isResolved(topic) ? t('commands.reopen') : t('commands.resolve')),
  isOffered: ({ store }, { stream_id, topic }) => {
    const channel = store.channels.value.get(stream_id);
    return topic !== '' && channel !== undefined && canResolve(store, channel);
  },
  run: (client, topic) => void toggleResolved(client, topic),
};
