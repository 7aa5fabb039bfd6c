import { deploy } from '../../support/answering-bot.ts';
import { parseWho } from './actors.ts';
import { channels } from './nouns.ts';
import {
  about,
  always,
  forEveryone,
  forNobody,
  forPeople,
  type Id,
  type Matrix,
  notForBots,
  type Outcome,
} from './row.ts';
import { forEachChannel, read, seen } from './sight.ts';
import type { Cell, Stage } from './stage.ts';

/** Keys that may not post: unknown ones, and those of people. The login header that comes along does not count. */
const notBots = {
  'Not logged in: API authentication or user session required': 'nobody',
  'Account is deactivated': 'deactivated',
  'Only bots may post here: use the API key of a bot.': 'guest member full moderator admin owner',
};

/** Where bots may post. If one may not, its owner is told, and nothing else changes. */
const posted = forEachChannel((name): Outcome => {
  const isHidden = seen[name].hidden?.includes('bot') ?? false;
  if (read[name] !== forNobody && !name.startsWith('archived')) return { ok: 'bot webhook', refused: notBots };
  const reason = isHidden ? "Channel with ID '#' does not exist" : `Not authorized to send to channel '${name}'`;
  return { ok: '', refused: { ...notBots, [`refused, but something has changed: ${reason}`]: 'bot webhook' } };
});

const lunch = { type: 'channel', topic: 'lunch' };

const kept = (actor: string) => `what ${actor} keeps`;
const path = (keys: (cell: Cell) => string[]) => (cell: Cell) => ({ values: { keys: keys(cell) } });

/** Everybody's own entries in what bots keep; those of others do not exist. */
const entries = [
  { when: 'own', ...forEveryone, request: path(({ actor }) => [kept(actor)]) },
  { when: "Bob's", ok: '', hidden: 'guest+', request: path(() => [kept('bob')]), requestMissing: path(() => ['none']) },
].map((row) => ({ ...row, arrange: keepEach }));

/** Who may do what that is for programs. */
export const matrix: Matrix = {
  slackIncoming: about(channels, posting, posted),
  postFromTool: about(channels, postingJson, posted),
  setCommands: always(
    { ok: 'bot', refused: { 'Only bots have commands.': 'guest member full moderator admin owner' } },
    () => ({ values: { commands: [deploy] } }),
  ),
  getCommands: always(forEveryone),
  callCommand: [
    {
      when: 'in a channel of everybody',
      ...forPeople,
      arrange: answerAtOnce,
      request: ({ world }) => ({ path: { name: 'deploy' }, values: { ...lunch, to: world.general.id } }),
    },
    {
      when: 'that no bot has',
      ok: '',
      refused: { [notForBots]: 'bot', "There is no command 'none'.": 'guest+ -bot' },
      request: ({ world }) => ({ path: { name: 'none' }, values: { ...lunch, to: world.general.id } }),
    },
  ],
  answerCall: always(forEveryone),
  getBotStorage: entries,
  updateBotStorage: always(forEveryone, () => ({ values: { storage: { count: '1' } } })),
  removeBotStorage: entries,
};

function answerAtOnce({ app, db, world }: Stage): void {
  db.run("INSERT INTO bot_commands VALUES ('deploy', ?, '', '')", world.users.bot.id);
  app.asker.ask = async () => ({ content: 'Done.', visible_to: 'caller' });
}

function posting(stream: Id, { stage, actor }: Cell) {
  const [, encoded = ''] = stage.client(actor).authorization.split(' ');
  const [, api_key] = Buffer.from(encoded, 'base64').toString().split(':');
  return { values: { stream, topic: 'lunch', text: 'Soup', ...(api_key ? { api_key } : {}) } };
}

function postingJson(stream: Id, cell: Cell) {
  const { api_key } = posting(stream, cell).values as { api_key?: string };
  const values = { stream, topic: 'lunch', ...(api_key === undefined ? {} : { api_key }) };
  return { path: { tool: 'json' }, values, payload: { soup: 'hot' } };
}

function keepEach({ db, world: { users } }: Stage): void {
  const sql = 'INSERT INTO bot_storage (user_id, key, value) VALUES (?, ?, ?)';
  for (const name of [...parseWho('guest+'), 'bob'] as const) db.run(sql, users[name].id, kept(name), 'x');
}
