import { answerParams } from '../../bots/bot-answer.ts';
import type { AsksBots } from '../../bots/bot-asker.ts';
import { buttonErrors, ensureDistinct } from '../../bots/button.ts';
import { callRefusals } from '../../bots/call-refusals.ts';
import {
  accessCommand,
  botNotHere,
  commandErrors,
  commandLimits,
  doSetCommands,
  ensureTakesPart,
  listCommands,
  noSuchCommand,
} from '../../bots/command.ts';
import type { RemembersOutgoing } from '../../bots/outgoing-calls.ts';
import { presentAsker, type Question } from '../../bots/question.ts';
import { doShowAnswer } from '../../bots/shown-answer.ts';
import type { Context } from '../../context.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import type { SubmitsWrites } from '../../db/turn-queue.ts';
import { errorKind } from '../../http/errors.ts';
import { list, object, optional, required, text } from '../../http/params.ts';
import { maxMessageLength } from '../../messages/message.ts';
import { checkToSend, type Destination, messageType, recipient, recipientErrors } from '../../messages/recipient.ts';
import { isBot, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const onlyBots = errorKind('Only bots have commands.');

const command = object({
  name: required(text({ max: commandLimits.name }), 'Name without the slash: letters from a to z, digits, `-`, `_`.'),
  description: required(text({ max: commandLimits.description }), 'What the command does, in one line.'),
  parameters: optional(text({ max: commandLimits.parameters }), 'Hint what to write behind it, such as `[branch]`.', {
    fallback: '',
  }),
});

export const setCommands: Endpoint = endpoint({
  method: 'PUT',
  path: '/bots/me/commands',
  summary: 'Replace the commands of the bot that asks',
  access: 'user',
  scoped: 'writes',
  params: { commands: required(list(command, { max: commandLimits.ofBot }), 'All commands of the bot.') },
  errors: [onlyBots, ...commandErrors],
  handler({ app, user }, { commands }) {
    if (!isBot(user)) throw onlyBots();
    doSetCommands(app, user, commands);
    return {};
  },
});

export const getCommands: Endpoint = endpoint({
  method: 'GET',
  path: '/commands',
  summary: 'Get the commands of bots that you may call',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler: ({ app, user }) => ({ commands: listCommands(app, user) }),
});

export const callCommand: Endpoint<AsksBots & RemembersOutgoing & SubmitsWrites> = endpoint({
  method: 'POST',
  path: '/commands/{name}/calls',
  summary: 'Call a command of a bot, and get its answer',
  access: 'user',
  onlyPeople: true,
  params: {
    name: required(text({ max: commandLimits.name }), 'Name of the command, without the slash.'),
    arguments: optional(text({ max: maxMessageLength }), 'What is written behind the command.', { fallback: '' }),
    type: required(messageType(), 'Whether `to` names a channel or users.'),
    to: required(recipient(), 'Name or id of a channel; or ids or addresses of users.'),
    topic: optional(text(), 'Topic of a channel.'),
  },
  errors: [noSuchCommand, botNotHere, ...callRefusals, ...recipientErrors],
  async prepare({ app, user }, params) {
    const bot = accessCommand(app, user, params.name);
    const conversation = accessPlace(app, user, bot, params);
    const question: Question = {
      trigger: 'command',
      command: params.name,
      arguments: params.arguments,
      ...presentAsker(app, user, conversation),
    };
    return { asked: bot, answer: await app.asker.ask(app, user, bot, question) };
  },
  handler({ app, user }, params, { asked, answer }) {
    // Either may have lost its place while the bot thought, and another bot may have the command now.
    const bot = accessCommand(app, user, params.name);
    if (bot.id !== asked.id) throw noSuchCommand({ name: params.name });
    const conversation = accessPlace(app, user, bot, params);
    return { answer: doShowAnswer(app, bot, conversation, answer) };
  },
});

/** The conversation in which a user calls a bot. Throws botNotHere or one of recipientErrors. */
function accessPlace(app: Context, user: User, bot: User, place: Destination): Conversation {
  const conversation = checkToSend(app, user, place);
  ensureTakesPart(app, bot, conversation);
  return conversation;
}

export const answerCall: Endpoint<AsksBots> = endpoint({
  method: 'POST',
  path: '/bot_calls/{call}/answer',
  summary: 'Answer a call of a bot, as the bot that got it in an event',
  access: 'user',
  scoped: 'writes',
  writes: false,
  params: {
    call: required(text({ max: 100 }), 'The `call_id` of the event.'),
    ...answerParams,
  },
  errors: buttonErrors,
  handler({ app, user }, { call, ...answer }) {
    ensureDistinct(answer.update?.buttons ?? []);
    return { is_awaited: app.asker.take(user, call, answer) };
  },
});
