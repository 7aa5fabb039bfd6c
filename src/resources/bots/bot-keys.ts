import { createApiKey, doRevokeApiKeys } from '../../accounts/api-key.ts';
import { accessBot, botAccessErrors } from '../../bots/bot.ts';
import { integer, required } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const bot_id = required(integer(), 'Id of the bot.');

export const regenerateBotApiKey: Endpoint = endpoint({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  summary: 'Create a new API key for a bot and revoke all others',
  access: 'member',
  onlyPeople: true,
  params: { bot_id },
  errors: botAccessErrors,
  handler({ app, db, user }, { bot_id }) {
    const bot = accessBot(db, user, bot_id);
    doRevokeApiKeys(app, bot);
    return { api_key: createApiKey(app, bot) };
  },
});

// Stored keys cannot be read back, so each request creates a key, like each login.
export const getBotApiKey: Endpoint = endpoint({
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  summary: 'Create a further API key for a bot',
  access: 'member',
  onlyPeople: true,
  writes: true,
  params: { bot_id },
  errors: botAccessErrors,
  handler({ app, db, user }, { bot_id }) {
    return { api_key: createApiKey(app, accessBot(db, user, bot_id)) };
  },
});
