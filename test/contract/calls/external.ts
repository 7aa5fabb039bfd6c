import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import {
  type Call,
  givePermission,
  type Provocation,
  type Provocations,
  type Provoke,
  restrictGeneral,
  type ValidCalls,
} from '../call.ts';

const lunch = { stream: 'general', topic: 'lunch', text: 'Soup *today*' };

/** Calls of programs that succeed. */
export const validCalls: ValidCalls = {
  slackIncoming: async (server) => ({ as: 'anonymous', values: { api_key: await makeWebhook(server), ...lunch } }),
  postFromTool: async (server) => fromTool({ api_key: await makeWebhook(server) }),
  getBotStorage: async (server) => {
    await keep(server);
    return { as: 'bot', values: { keys: ['count'] } };
  },
  updateBotStorage: () => ({ as: 'bot', values: { storage: { count: '1' } } }),
  removeBotStorage: async (server) => {
    await keep(server);
    return { as: 'bot', values: { keys: ['count'] } };
  },
};

const notFound = { extra: { ok: false, error: 'channel_not_found' } };

const slackProvocations: Readonly<Record<string, Provoke>> = {
  'Not logged in: API authentication or user session required': () => refused('not_authed', { values: lunch }),
  'Malformed API key': () => refused('invalid_auth', { values: { ...lunch, api_key: 'x' }, msg: 'Malformed API key' }),
  'Invalid API key': () =>
    refused('invalid_auth', { values: { ...lunch, api_key: 'x'.repeat(32) }, msg: 'Invalid API key' }),
  'Account is deactivated': async (server) => {
    const api_key = await makeWebhook(server);
    server.db.run('UPDATE users SET is_active = 0');
    return refused('account_inactive', { values: { ...lunch, api_key }, msg: 'Account is deactivated' });
  },
  'Only bots may post here: use the API key of a bot.': async ({ as }) => {
    const { body } = await as('alice').post('/users/me/api_key/regenerate');
    const msg = 'Only bots may post here: use the API key of a bot.';
    return unfit({ api_key: body.api_key }, msg);
  },
  '{name} {problem}': (server) =>
    posting(server, { blocks: '{}' }, 'blocks is not a list', {
      code: 'INVALID_PAYLOAD',
      extra: { ok: false, error: 'invalid_payload' },
    }),
  'Message must not be empty': (server) =>
    posting(server, { text: ' ' }, 'Message must not be empty', { extra: { ok: false, error: 'no_text' } }),
  'This bot has no owner who could get the message: name a channel with the parameter stream.': async (server) => {
    const api_key = await makeOrphan(server);
    const msg = 'This bot has no owner who could get the message: name a channel with the parameter stream.';
    return unfit({ api_key, stream: undefined }, msg);
  },
  // A bot without an owner has nobody to tell what was lost, so that nothing changes.
  "Channel '{name}' does not exist": async (server) =>
    lost({ api_key: await makeOrphan(server), stream: 'cellar' }, "Channel 'cellar' does not exist", {
      stream: 'cellar',
    }),
  "Channel with ID '{id}' does not exist": async (server) =>
    lost({ api_key: await makeOrphan(server), stream: 999 }, "Channel with ID '999' does not exist", {
      stream_id: 999,
    }),
  "Not authorized to send to channel '{name}'": async (server) => {
    const api_key = await makeOrphan(server);
    server.db.run("UPDATE channels SET is_archived = 1 WHERE name = 'general'");
    const msg = "Not authorized to send to channel 'general'";
    return { ...unfit({ api_key }, msg), extra: { ok: false, error: 'channel_not_found' } };
  },
  'You do not have permission to post in this channel.': (server) => {
    restrictGeneral(server, 'can_send_message_group');
    return posting(server, {}, 'You do not have permission to post in this channel.');
  },
  'You do not have permission to create new topics in this channel.': (server) => {
    restrictGeneral(server, 'can_create_topic_group');
    return posting(server, {}, 'You do not have permission to create new topics in this channel.');
  },
  "Channel name can't be empty.": (server) =>
    posting(server, { stream: ' ' }, "Channel name can't be empty.", notFound),
  'Channel name too long (limit: 60 characters).': (server) =>
    posting(server, { stream: 'x'.repeat(61) }, 'Channel name too long (limit: 60 characters).', notFound),
  'Invalid character in channel name, at position {position}.': (server) =>
    posting(server, { stream: 'a\nb' }, 'Invalid character in channel name, at position 2.', notFound),
  'Invalid character in topic, at position {position}!': (server) =>
    posting(server, { topic: 'a\nb' }, 'Invalid character in topic, at position 2!'),
  'Sending messages to the general chat is not allowed in this channel.': (server) => {
    setRealmSetting(server.db, 'topics_policy', 'disable_empty_topic');
    return posting(server, { topic: '' }, 'Sending messages to the general chat is not allowed in this channel.', {
      extra: { empty_topic_display_name: 'general chat', ...prohibited },
    });
  },
  'Only the general chat topic is allowed in this channel.': (server) => {
    server.db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'");
    return posting(server, {}, 'Only the general chat topic is allowed in this channel.', {
      extra: { empty_topic_display_name: 'general chat', ...prohibited },
    });
  },
  'Direct messages are disabled in this organization.': (server) => {
    givePermission(server, 'direct_message_permission_group', 'role:nobody');
    return posting(server, { stream: undefined }, 'Direct messages are disabled in this organization.');
  },
  'This conversation does not include any users who can authorize it.': (server) => {
    givePermission(server, 'direct_message_permission_group', 'role:owners');
    const msg = 'This conversation does not include any users who can authorize it.';
    return posting(server, { stream: undefined }, msg);
  },
  'You do not have permission to initiate direct message conversations.': (server) => {
    givePermission(server, 'direct_message_initiator_group', 'role:owners');
    const msg = 'You do not have permission to initiate direct message conversations.';
    return posting(server, { stream: undefined }, msg);
  },
};

const helloworld = { tool: 'helloworld' };

/** Calls of programs that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  slackIncoming: slackProvocations,
  postFromTool: {
    ...withoutSlackForm(slackProvocations),
    'This URL does not exist on this server.': async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }),
      path: { tool: 'telex' },
      msg: 'This URL does not exist on this server.',
      code: 'NOT_FOUND',
      status: 404,
    }),
    "The tool '{former}' was replaced by '{replaced_by}': post to /api/v1/external/{replaced_by}.": async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }),
      path: { tool: 'stash' },
      msg: "The tool 'stash' was replaced by 'bitbucket3': post to /api/v1/external/bitbucket3.",
      code: 'NOT_FOUND',
      status: 404,
      extra: { replaced_by: 'bitbucket3' },
    }),
    '{name} {problem}': async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }, helloworld),
      msg: 'featured_title is missing',
      code: 'INVALID_PAYLOAD',
    }),
    "The event '{event_type}' of {webhook_name} is unknown here, so that nothing was posted.": async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }, { tool: 'linear' }, { type: 'Teapot' }),
      msg: "The event 'Teapot' of Linear is unknown here, so that nothing was posted.",
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      extra: { event_type: 'Teapot', webhook_name: 'Linear' },
    }),
    "Missing the HTTP event header '{header}'": async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }, { tool: 'github' }),
      msg: "Missing the HTTP event header 'X-GitHub-Event'",
      code: 'MISSING_HTTP_EVENT_HEADER',
      extra: { header: 'X-GitHub-Event' },
    }),
    "The HTTP header '{header}' does not prove that the sender knows the secret of this bot.": async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server, 'salt') }, { tool: 'gitlab' }),
      msg: "The HTTP header 'X-Gitlab-Token' does not prove that the sender knows the secret of this bot.",
      code: 'INVALID_SIGNATURE',
      status: 401,
    }),
    'This bot has a secret, but {webhook_name} signs nothing: use a bot without one.': async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server, 'salt') }, helloworld),
      msg: 'This bot has a secret, but Hello, world signs nothing: use a bot without one.',
    }),
    'Message must not be empty': async (server) => ({
      ...fromTool({ api_key: await makeWebhook(server) }, { tool: 'zapier' }, { content: ' ' }),
      msg: 'Message must not be empty',
    }),
  },
  getBotStorage: {
    'Key does not exist.': () => ({ as: 'bot', values: { keys: ['count'] }, msg: 'Key does not exist.' }),
  },
  updateBotStorage: {
    'Request exceeds storage limit by {excess} characters. The limit is 10000000 characters.': ({ db, users }) => {
      const sql = "INSERT INTO bot_storage (user_id, key, value) VALUES (?, 'much', ?)";
      db.run(sql, users.bot.id, 'x'.repeat(10_000_000 - 5));
      const msg = 'Request exceeds storage limit by 5 characters. The limit is 10000000 characters.';
      return { as: 'bot', values: { storage: { count: '1' } }, msg };
    },
    'The storage has room for 10000 keys.': ({ db, users }) => {
      const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)';
      db.run(`${numbers} INSERT INTO bot_storage (user_id, key, value) SELECT ?, n, '' FROM n`, users.bot.id);
      return { as: 'bot', values: { storage: { count: '1' } }, msg: 'The storage has room for 10000 keys.' };
    },
  },
  removeBotStorage: {
    'Key does not exist.': () => ({ as: 'bot', values: { keys: ['count'] }, msg: 'Key does not exist.' }),
  },
};

const prohibited = { ok: false, error: 'action_prohibited' };

function fromTool(values: Values, path = { tool: 'json' }, payload: unknown = { soup: 'hot' }): Call {
  return { as: 'anonymous', path, values: { stream: 'general', topic: 'lunch', ...values }, payload };
}

/** The same calls of another endpoint, whose answers do not have Slack's form. */
function withoutSlackForm(all: typeof slackProvocations): typeof slackProvocations {
  const renamed = Object.entries(all).map(([text, provoke]): [string, Provoke] => [
    text,
    async (server) => {
      const { values = {}, extra = {}, ...rest } = await provoke(server);
      const { text: _text, blocks: _blocks, ...place } = values;
      const { ok: _ok, error: _error, ...others } = extra;
      return { ...rest, ...fromTool(place), extra: others };
    },
  ]);
  return Object.fromEntries(renamed);
}

/** An incoming webhook of alice's; returns its key. */
async function makeWebhook({ as }: TestServer, webhook_secret?: string): Promise<string> {
  const config_data = webhook_secret === undefined ? {} : { webhook_secret };
  const { body } = await as('alice').post('/bots', { full_name: 'CI', short_name: 'ci', bot_type: 2, config_data });
  return body.api_key;
}

/** An incoming webhook without an owner; returns its key. */
async function makeOrphan(server: TestServer): Promise<string> {
  const api_key = await makeWebhook(server);
  server.db.run('UPDATE users SET bot_owner_id = NULL WHERE bot_type = 2');
  return api_key;
}

async function posting(
  server: TestServer,
  changes: Values,
  msg: string,
  answer: Partial<Provocation> = {},
): Promise<Provocation> {
  return { ...unfit({ api_key: await makeWebhook(server), ...changes }, msg), ...answer };
}

function unfit(changes: Values, msg: string): Provocation {
  return { as: 'anonymous', values: { ...lunch, ...changes }, msg, extra: prohibited };
}

function lost(changes: Values, msg: string, extra: Values): Provocation {
  const answer = { code: 'STREAM_DOES_NOT_EXIST', extra: { ...extra, ok: false, error: 'channel_not_found' } };
  return { ...unfit(changes, msg), ...answer };
}

function refused(error: string, { values, msg }: { values: Values; msg?: string }): Provocation {
  return {
    as: 'anonymous',
    values,
    msg: msg ?? 'Not logged in: API authentication or user session required',
    code: 'UNAUTHORIZED',
    status: 401,
    extra: { ok: false, error },
    headers: { 'WWW-Authenticate': 'Basic realm="chatd"' },
  };
}

async function keep({ as }: TestServer): Promise<void> {
  await as('bot').put('/bot_storage', { storage: { count: '1' } });
}
