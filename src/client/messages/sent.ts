import type { Client } from '../client.ts';
import { focusComposer, screen } from '../commands/screen.ts';
import { activePane, narrowInView, openDialogs } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { type Conversation, conversationIn } from '../store/conversation.ts';
import { formatNarrow } from '../store/routes.ts';
import { isComposing } from '../text/keyboard.ts';
import { isIn } from './outgoing.tsx';

/**
 * Brings a message on screen that was just written, and offers the way back to what was read; for those who want to stay
 * where they are, says where it is.
 */
export function showSent(client: Client, conversation: Conversation): void {
  const narrow = narrowInView(client.router.route.value);
  const isListed = narrow !== undefined && isIn(conversation, narrow);
  const messages = screen.messages.shown;
  if (isListed && messages?.isAtEnd()) return;
  const isOpen = isListed && conversationIn(narrow) !== undefined;
  if (!isOpen && client.store.model.state.user_settings.web_navigate_to_sent_message === false) {
    client.say(
      t('messages.sentTo', { conversation: client.describe(conversation) }),
      client.linkTo(conversation),
      t('messages.jump'),
    );
    return;
  }
  const left = placeRead(client);
  if (isOpen) messages?.scroll('end');
  else {
    client.router.go(client.linkTo(conversation));
    focusComposer();
  }
  if (left !== undefined) offerWayBack(client, left);
}

/**
 * The address of the first message on the page; of the second one if the first is that of the present address. What is
 * beside the page has none.
 */
function placeRead(client: Client): string | undefined {
  const { value: route } = client.router.route;
  if (route.page !== 'messages' || activePane.peek() === 'beside') return undefined;
  const near = screen.messages.shown?.listSeen().find((id) => id !== route.near);
  return formatNarrow(route.narrow, { near, channelName: (id) => client.channelName(id) });
}

/** How long Escape goes back, in milliseconds: as long as the notice is shown. */
const patience = 6000;

/** Says that Escape goes back to an address. Any other key shows that the user goes on. */
function offerWayBack(client: Client, hash: string): void {
  client.say(t('messages.sent'), hash, t('messages.goBack'));
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', pressed, { capture: true });
  };
  const timer = setTimeout(end, patience);
  const pressed = (event: KeyboardEvent) => {
    end();
    if (event.key !== 'Escape' || isComposing(event) || openDialogs.value > 0) return;
    event.preventDefault();
    event.stopPropagation();
    client.say('');
    client.router.go(hash);
  };
  document.addEventListener('keydown', pressed, { capture: true });
}
