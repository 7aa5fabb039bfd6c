import { accessBot, botAccessErrors } from '../../bots/bot.ts';
import type { RemembersOutgoing } from '../../bots/outgoing-calls.ts';
import type { RemembersCalls, WebhookCall } from '../../external/webhook-calls.ts';
import { integer, required } from '../../http/params.ts';
import { sayValue } from '../../http/phrase.ts';
import type { Language } from '../../languages/list.ts';
import { textsFor } from '../../users/language.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getWebhookCall: Endpoint<RemembersCalls> = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/webhook_call',
  summary: 'Get the last call of a tool to a bot, and its answer, of the last 24 hours',
  access: 'member',
  onlyPeople: true,
  params: { bot_id: required(integer(), 'Id of the bot.') },
  errors: botAccessErrors,
  handler({ app, db, user }, { bot_id }) {
    const call = app.webhookCalls.find(accessBot(db, user, bot_id).id);
    return { call: call ? presentCall(textsFor(db, user).language, call) : null };
  },
});

/** A call with the code and message of its error; null without one. */
function presentCall(language: Language, { error, ...call }: WebhookCall) {
  const msg = error?.messageIn(language).slice(0, 500) ?? null;
  return { ...call, code: error?.kind.code ?? null, msg };
}

export const getOutgoingCalls: Endpoint<RemembersOutgoing> = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/outgoing_calls',
  summary: 'Get the last calls to the URL of a bot, of the last 24 hours',
  access: 'member',
  onlyPeople: true,
  params: { bot_id: required(integer(), 'Id of the bot.') },
  errors: botAccessErrors,
  handler({ app, db, user }, { bot_id }) {
    const calls = app.outgoingCalls.list(accessBot(db, user, bot_id).id);
    return { calls: sayValue(textsFor(db, user).language, calls) };
  },
});
