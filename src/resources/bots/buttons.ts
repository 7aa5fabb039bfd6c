import type { AsksBots } from '../../bots/bot-asker.ts';
import {
  buttonErrors,
  buttonList,
  doSetButtons,
  ensureDistinct,
  getButton,
  listButtons,
  mostMessagesOfButtons,
  noSuchButton,
} from '../../bots/button.ts';
import { botNotRunning, callRefusals } from '../../bots/call-refusals.ts';
import { botNotHere, ensureTakesPart } from '../../bots/command.ts';
import type { RemembersOutgoing } from '../../bots/outgoing-calls.ts';
import { presentAsker, type Question } from '../../bots/question.ts';
import { doShowAnswer } from '../../bots/shown-answer.ts';
import { doUpdateMessage } from '../../bots/updated-message.ts';
import type { Context } from '../../context.ts';
import { getConversation } from '../../conversations/conversation.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import type { SubmitsWrites } from '../../db/turn-queue.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, list, required, text } from '../../http/params.ts';
import { getUser, isBot, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const notOwn = errorKind('Only bots add buttons, and only to messages of their own.');

export const setButtons: Endpoint = endpoint({
  method: 'PUT',
  path: '/messages/{message_id}/buttons',
  summary: 'Replace the buttons of a message, as the bot that sent it',
  access: 'user',
  scoped: 'writes',
  params: {
    message_id: required(integer(), 'The message.'),
    buttons: required(buttonList, 'All buttons of the message.'),
  },
  errors: [invalidMessage, notOwn, ...buttonErrors],
  handler({ app, user }, { message_id, buttons }) {
    const message = accessChangeableMessage(app, user, message_id);
    if (!isBot(user) || message.sender_id !== user.id) throw notOwn();
    ensureDistinct(buttons);
    doSetButtons(app, message, buttons);
    return {};
  },
});

export const getButtons: Endpoint = endpoint({
  method: 'GET',
  path: '/messages/buttons',
  summary: 'Get the buttons of messages',
  access: 'user',
  scoped: 'reads',
  params: { message_ids: required(list(integer(), { max: mostMessagesOfButtons }), 'Ids of the messages.') },
  errors: [],
  handler: ({ app, user }, { message_ids }) => ({ buttons: listButtons(app, user, message_ids) }),
});

export const pressButton: Endpoint<AsksBots & RemembersOutgoing & SubmitsWrites> = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/buttons/{button}',
  summary: "Press a button of a bot's message, and get its answer",
  access: 'user',
  onlyPeople: true,
  params: {
    message_id: required(integer(), 'The message.'),
    button: required(text({ max: 50 }), 'Id of the button.'),
  },
  errors: [invalidMessage, noSuchButton, botNotHere, ...callRefusals],
  async prepare({ app, user }, { message_id, button }) {
    const { bot, conversation } = accessPressable(app, user, message_id);
    const question: Question = {
      trigger: 'button',
      message_id,
      button_id: getButton(app.db, message_id, button).id,
      ...presentAsker(app, user, conversation),
    };
    return app.asker.ask(app, user, bot, question);
  },
  handler({ app, user }, { message_id }, answer) {
    // The message, or the bot's place, may be gone since; the bot may have replaced the button itself.
    const { bot, message, conversation } = accessPressable(app, user, message_id);
    doUpdateMessage(app, bot, message, answer.update ?? {});
    return { answer: doShowAnswer(app, bot, conversation, answer) };
  },
});

/** A message whose buttons a user may press, with its bot. Throws invalidMessage, botNotRunning or botNotHere. */
function accessPressable(app: Context, user: User, message_id: number) {
  const message = accessChangeableMessage(app, user, message_id);
  const bot = getUser(app.db, message.sender_id);
  const conversation = getConversation(app.db, message.conversation_id);
  if (!bot.is_active) throw botNotRunning();
  ensureTakesPart(app, bot, conversation);
  return { message, bot, conversation };
}
