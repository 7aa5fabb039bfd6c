import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { callIn, listCalls } from '../store/calls.ts';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import { canSend } from '../store/rights.ts';
import { lateIcons } from '../text/late-icons.ts';
import { calledIn, isCallOpen, joining } from './calls.ts';
import { type Command, group } from './command.ts';
import { narrowInView } from './view-state.ts';

/** Starts the call of a conversation, joins it, or shows it. */
export const startOrJoin: Command<Conversation> = {
  label: 'calls.startOrJoin',
  labelFor: (client, conversation) => {
    if (isCalledIn(conversation)) return t('calls.show');
    return callIn(client.store, keyOf(conversation)) ? t('calls.join') : t('calls.start');
  },
  keys: ['V'],
  icon: lateIcons.call,
  isOffered: canCall,
  run: (_, conversation) => {
    if (isCalledIn(conversation)) isCallOpen.value = true;
    else joining.value = conversation;
  },
};

/** On the conversation of the page. */
export const callCommands = group('calls.calls', [startOrJoin], ({ router }) => {
  const target = conversationIn(narrowInView(router.route.value) ?? []);
  return target && { target };
});

/** Whether this tab is in the call of a conversation. */
export function isCalledIn(conversation: Conversation): boolean {
  return calledIn.value !== undefined && keyOf(calledIn.value) === keyOf(conversation);
}

/** Whether the user may be in a call there, by what is known here: a live one, or one that they may start. */
function canCall({ store, isSpectator }: Client, conversation: Conversation): boolean {
  if (isSpectator || listCalls(store) === undefined) return false;
  if (callIn(store, keyOf(conversation))) return true;
  if (conversation.type === 'direct') return conversation.user_ids.some((id) => id !== store.user_id);
  const channel = store.channels.value.get(conversation.stream_id);
  return channel !== undefined && canSend(store, channel);
}
