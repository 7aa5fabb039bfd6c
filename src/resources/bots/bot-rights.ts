import { doRevokeApiKey, listApiKeys, noSuchApiKey } from '../../accounts/api-key.ts';
import { accessBot, botAccessErrors } from '../../bots/bot.ts';
import { integer, required } from '../../http/params.ts';
import { findBotScope } from '../../users/bot-scope.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const bot_id = required(integer(), 'Id of the bot.');

export const getBotRights: Endpoint = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/rights',
  summary: 'Get what a bot may do, and the times of its API keys',
  access: 'member',
  onlyPeople: true,
  params: { bot_id },
  errors: botAccessErrors,
  handler({ db, user }, { bot_id }) {
    const bot = accessBot(db, user, bot_id);
    return { scope: findBotScope(db, bot) ?? null, keys: listApiKeys(db, bot) };
  },
});

export const revokeBotApiKey: Endpoint = endpoint({
  method: 'DELETE',
  path: '/bots/{bot_id}/api_keys/{key_id}',
  summary: 'Revoke one API key of a bot',
  access: 'member',
  onlyPeople: true,
  params: { bot_id, key_id: required(integer(), 'Id of the key.') },
  errors: [...botAccessErrors, noSuchApiKey],
  handler({ app, db, user }, { bot_id, key_id }) {
    doRevokeApiKey(app, accessBot(db, user, bot_id), key_id);
    return {};
  },
});
