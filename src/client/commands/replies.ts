import { messageOf } from '../api/call.ts';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { type Conversation, conversationIn, conversationOf, keyOf, narrowTo } from '../store/conversation.ts';
import { quote, toggleReaction } from './actions.ts';
import { awaitField, takeEarlyText } from './early-text.ts';
import { focusComposer, screen } from './screen.ts';
import { activePane, beside, composing, editing, insert, namingIn, openDialog } from './view-state.ts';

/** Opens the composer for a conversation. */
export function writeTo(conversation: Conversation): void {
  // What is beside the page shows the conversation itself. A search there has no composer.
  if (activePane.value !== 'beside') composing.value = conversation;
  else if (!isBeside(conversation)) beside.value = { narrow: narrowTo(conversation) };
  focusComposer();
}

function isBeside(conversation: Conversation): boolean {
  const shown = beside.value && conversationIn(beside.value.narrow);
  return shown !== undefined && keyOf(shown) === keyOf(conversation);
}

/** Opens the composer for the conversation of a message. What was begun in the feed of a channel goes along. */
export function replyTo(client: Client, message: Message): void {
  const conversation = conversationOf(message, client.store.user_id);
  if (conversation.type === 'topic' && !composing.value) takeAlong(client, conversation);
  writeTo(conversation);
}

/** Moves a text for which no topic was chosen to a topic without a draft. */
function takeAlong({ drafts, router }: Client, conversation: Extract<Conversation, { type: 'topic' }>): void {
  const { value: route } = router.route;
  const [first, ...more] = route.page === 'messages' ? route.narrow : [];
  if (first?.operator !== 'channel' || more.length > 0 || first.operand !== conversation.stream_id) return;
  // The field stores its text when it loses the focus, but not if it was never focused.
  const unnamed: Conversation = { ...conversation, topic: '' };
  const text = drafts.find(unnamed);
  if (text === '' || drafts.find(conversation) !== '' || keyOf(unnamed) === keyOf(conversation)) return;
  drafts.keep(conversation, text);
  drafts.keep(unnamed, '');
}

/** Opens a channel to write in a topic that is still to be named. */
export function nameTopic(client: Client, stream_id: number): void {
  namingIn.value = stream_id;
  client.router.go(client.linkToChannel(stream_id));
}

/** The topic of the last message on screen. Notices of the server do not count. */
export function topicInView({ store }: Client): Conversation | undefined {
  const message = store.model.messages.get(screen.messages.shown?.listSeen().at(-1) ?? 0);
  const isNotice = store.model.state.cross_realm_bots.some(({ user_id }) => user_id === message?.sender_id);
  return message && !isNotice ? conversationOf(message, store.user_id) : undefined;
}

/** Opens the composer with a quotation. What is typed before its text has arrived follows it. */
export async function startQuote(client: Client, message: Message): Promise<void> {
  await insertLate(client, {
    conversation: conversationOf(message, client.store.user_id),
    text: quote(client, message),
    open: () => replyTo(client, message),
  });
}

interface LateText {
  conversation: Conversation;
  text: Promise<string>;
  /** Opens the composer of the conversation. */
  open: () => void;
}

/**
 * Opens a composer with a text once that has arrived, followed by what was typed meanwhile. If the user has gone
 * elsewhere, both become a draft.
 */
export async function insertLate(client: Client, { conversation, text, open }: LateText): Promise<void> {
  const isHere = client.router.hold();
  let isWanted = true;
  awaitField('composer', () => {
    isWanted = false;
  });
  const arrived = await text.catch((error) => client.say(messageOf(error)));
  // What is typed since then belongs to another act.
  if (!isWanted) return;
  const written = (arrived ?? '') + takeEarlyText('composer');
  if (written === '') return;
  if (!isHere()) return client.drafts.add(conversation, written);
  open();
  insert(written);
}

export function startEdit(message: Message): void {
  editing.value = message.id;
  awaitField(message.id, () => {
    if (editing.value === message.id) editing.value = undefined;
  });
}

/** Opens all emoji beside an element, to react to a message. */
export function reactTo(client: Client, message: Message, anchor: Element | undefined): void {
  openDialog({ kind: 'emoji', anchor, onChoose: (emoji) => toggleReaction(client, message, emoji) });
}
