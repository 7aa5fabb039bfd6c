import type { Client } from '../client.ts';
import { type Conversation, conversationIn } from '../store/conversation.ts';
import { isIn } from './outgoing.tsx';
import { focusComposer } from './view-state.ts';

/** Brings a message on screen that was just written; for those who want to stay where they are, says where it is. */
export function showSent(client: Client, conversation: Conversation): void {
  const { value: route } = client.router.route;
  const isListed = route.page === 'messages' && isIn(conversation, route.narrow);
  // The button is there unless the end of the list is on screen.
  const toEnd = document.querySelector<HTMLElement>('.jump');
  if (isListed && !toEnd) return;
  if (isListed && conversationIn(route.narrow)) toEnd?.click();
  else if (client.store.model.state.user_settings.web_navigate_to_sent_message !== false) {
    client.router.go(client.linkTo(conversation));
    focusComposer();
  } else client.say(`Your message is in ${client.describe(conversation)}.`, client.linkTo(conversation));
}
