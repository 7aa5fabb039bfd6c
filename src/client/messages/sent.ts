import type { Client } from '../client.ts';
import { focusComposer, screen } from '../commands/screen.ts';
import { type Conversation, conversationIn } from '../store/conversation.ts';
import { isIn } from './outgoing.tsx';

/** Brings a message on screen that was just written; for those who want to stay where they are, says where it is. */
export function showSent(client: Client, conversation: Conversation): void {
  const { value: route } = client.router.route;
  const isListed = route.page === 'messages' && isIn(conversation, route.narrow);
  const messages = screen.messages.shown;
  if (isListed && messages?.isAtEnd()) return;
  if (isListed && conversationIn(route.narrow)) messages?.scroll('end');
  else if (client.store.model.state.user_settings.web_navigate_to_sent_message !== false) {
    client.router.go(client.linkTo(conversation));
    focusComposer();
  } else client.say(`Your message is in ${client.describe(conversation)}.`, client.linkTo(conversation));
}
