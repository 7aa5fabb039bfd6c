import { recipientErrors } from '../../../src/messages/recipient.ts';
import { answeringUrl, deploy, runBot } from '../../support/answering-bot.ts';
import type { TestServer } from '../../support/server.ts';
import type { Call, Provocations, Provoke, ValidCalls } from '../call.ts';
import { provocations as ofMessages } from './messages.ts';

const lunch = { type: 'channel', to: 'general', topic: 'lunch' };
const calling: Call = { as: 'alice', path: { name: 'deploy' }, values: { ...lunch, arguments: 'main' } };

/** Calls about commands of bots that succeed. */
export const validCalls: ValidCalls = {
  setCommands: () => ({ as: 'bot', values: { commands: [deploy] } }),
  getCommands: async ({ as }) => {
    await as('bot').put('/bots/me/commands', { commands: [deploy] });
    return { as: 'alice' };
  },
  callCommand: async (server) => {
    await callUrl(server, await answeringUrl());
    return calling;
  },
  setButtons: async ({ as }) => {
    const { body } = await as('bot').post('/messages', { ...lunch, content: 'Deploy?' });
    return { as: 'bot', path: { message_id: body.id }, values: { buttons } };
  },
  getButtons: async (server) => ({ as: 'alice', values: { message_ids: [await askWithButton(server)] } }),
  pressButton: async (server) => {
    await callUrl(server, await answeringUrl());
    return { as: 'alice', path: { message_id: await askWithButton(server), button: 'yes' } };
  },
  answerCall: () => ({ as: 'bot', path: { call: 'given-up' }, values: { content: 'Done.' } }),
};

const buttons = [{ id: 'yes', label: 'Yes' }];

/** Sends a message of the bot with a button. */
async function askWithButton({ as }: TestServer): Promise<number> {
  const { body } = await as('bot').post('/messages', { ...lunch, content: 'Deploy?' });
  await as('bot').put(`/messages/${body.id}/buttons`, { buttons });
  return body.id;
}

const refusedNames: [text: string, msg: string, names: readonly string[]][] = [
  [
    "Invalid command '{name}': letters from a to z, digits, dashes and underscores are allowed.",
    "Invalid command 'De ploy': letters from a to z, digits, dashes and underscores are allowed.",
    ['De ploy'],
  ],
  ["The command '{name}' means something else.", "The command 'poll' means something else.", ['poll']],
  ["The command '{name}' is listed twice.", "The command 'deploy' is listed twice.", ['deploy', 'deploy']],
];

/** Calls about commands of bots that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  setCommands: {
    'Only bots have commands.': () => ({ as: 'alice', values: { commands: [] }, msg: 'Only bots have commands.' }),
    ...Object.fromEntries(refusedNames.map(([text, msg, names]) => [text, registering(names, msg)])),
    "Another bot has the command '{name}'.": async (server) => {
      insertCommands(server, 'alice', 1);
      return registering(['c1'], "Another bot has the command 'c1'.")(server);
    },
    'All bots together can have 1000 commands.': (server) => {
      insertCommands(server, 'alice', 1000);
      return registering(['deploy'], 'All bots together can have 1000 commands.')(server);
    },
  },
  callCommand: {
    ...Object.fromEntries(recipientErrors.map(({ text }) => [text, withCommand(ofMessages.sendMessage?.[text])])),
    "There is no command '{name}'.": () => ({
      ...calling,
      msg: "There is no command 'deploy'.",
      code: 'NO_SUCH_COMMAND',
    }),
    'The bot does not take part in this conversation, so it cannot be called here.': async (server) => {
      await runBot(server);
      return {
        ...calling,
        values: { type: 'direct', to: [server.users.bob.id] },
        msg: 'The bot does not take part in this conversation, so it cannot be called here.',
      };
    },
    ...refusedCalls(() => calling),
  },
  pressButton: {
    'Invalid message(s)': () => ({
      as: 'alice',
      path: { message_id: 999, button: 'yes' },
      msg: 'Invalid message(s)',
    }),
    'The message has no such button any more.': async (server) => ({
      as: 'alice',
      path: { message_id: await askWithButton(server), button: 'no' },
      msg: 'The message has no such button any more.',
      code: 'NO_SUCH_BUTTON',
    }),
    'The bot does not take part in this conversation, so it cannot be called here.': async (server) => {
      const message_id = await askWithButton(server);
      const sql = "INSERT INTO bot_scopes (user_id, writing, channel_ids) VALUES (?, 'anywhere', '[]')";
      server.db.run(sql, server.users.bot.id);
      const msg = 'The bot does not take part in this conversation, so it cannot be called here.';
      return { as: 'alice', path: { message_id, button: 'yes' }, msg };
    },
    ...refusedCalls(async (server) => ({
      as: 'alice',
      path: { message_id: await askWithButton(server), button: 'yes' },
    })),
  },
  setButtons: {
    'Invalid message(s)': () => ({
      as: 'bot',
      path: { message_id: 999 },
      values: { buttons },
      msg: 'Invalid message(s)',
    }),
    'Only bots add buttons, and only to messages of their own.': async (server) => ({
      as: 'alice',
      path: { message_id: await askWithButton(server) },
      values: { buttons },
      msg: 'Only bots add buttons, and only to messages of their own.',
    }),
    "Two buttons have the id '{id}'.": async (server) => ({
      as: 'bot',
      path: { message_id: await askWithButton(server) },
      values: { buttons: [...buttons, ...buttons] },
      msg: "Two buttons have the id 'yes'.",
    }),
    'Each button needs an id and a label.': async (server) => ({
      as: 'bot',
      path: { message_id: await askWithButton(server) },
      values: { buttons: [{ id: ' ', label: 'Yes' }] },
      msg: 'Each button needs an id and a label.',
    }),
  },
  answerCall: {
    "Two buttons have the id '{id}'.": () => ({
      as: 'bot',
      path: { call: 'given-up' },
      values: { update: { buttons: [...buttons, ...buttons] } },
      msg: "Two buttons have the id 'yes'.",
    }),
    'Each button needs an id and a label.': () => ({
      as: 'bot',
      path: { call: 'given-up' },
      values: { update: { buttons: [{ id: '', label: '' }] } },
      msg: 'Each button needs an id and a label.',
    }),
  },
};

/** The calls that get each of callRefusals; `make` makes one that would be answered. */
function refusedCalls(make: (server: TestServer) => Call | Promise<Call>): Record<string, Provoke> {
  const refused = async (server: TestServer, msg: string) => ({
    ...(await make(server)),
    msg,
    code: 'BOT_UNAVAILABLE',
  });
  return {
    'The bot took too long to answer.': async (server) => {
      await runBot(server, () => undefined);
      server.app.asker.patience = 1;
      return refused(server, 'The bot took too long to answer.');
    },
    'The bot cannot be reached.': async (server) => {
      await callUrl(server, 'http://127.0.0.1:9/');
      return refused(server, 'The bot cannot be reached.');
    },
    'The bot is not running.': async (server) => {
      await server.as('bot').put('/bots/me/commands', { commands: [deploy] });
      return refused(server, 'The bot is not running.');
    },
    'The bot gave no answer that can be shown.': async (server) => {
      await callUrl(server, `${server.url}/api/v1/users/me`);
      return refused(server, 'The bot gave no answer that can be shown.');
    },
    'The bot has too many calls to answer.': async (server) => {
      await runBot(server);
      server.app.asker.most = 0;
      return refused(server, 'The bot has too many calls to answer.');
    },
  };
}

async function callUrl(server: TestServer, url: string): Promise<void> {
  await server.as('bot').put('/bots/me/commands', { commands: [deploy] });
  const sql =
    'INSERT OR REPLACE INTO bots (user_id, payload_url, service_interface, service_token) VALUES (?, ?, 1, ?)';
  server.db.run(sql, server.users.bot.id, url, 'token');
}

function registering(names: readonly string[], msg: string): Provoke {
  return () => ({ as: 'bot', values: { commands: names.map((name) => ({ ...deploy, name })) }, msg });
}

function insertCommands({ db, users }: TestServer, name: 'alice', count: number): void {
  const sql = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
    INSERT INTO bot_commands SELECT 'c' || n, ?, '', '' FROM n`;
  db.run(sql, count, users[name].id);
}

/** A call of the command where a message is refused. */
function withCommand(provoke?: Provoke): Provoke {
  return async (server) => {
    await server.as('bot').put('/bots/me/commands', { commands: [deploy] });
    if (!provoke) throw new Error('no message gets this error');
    const { values, ...call } = await provoke(server);
    const { content: _, ...place } = values ?? {};
    return { ...call, path: { name: 'deploy' }, values: place };
  };
}
