import type { Client } from '../client.ts';
import { botCommands } from '../commands/bot-commands.ts';
import { codeOf } from '../device/frequent-emoji.ts';
import { t } from '../language/texts.ts';
import { searchEmoji } from '../parts/emoji-search.ts';
import { characterOf } from '../text/emoji.ts';
import { type Completion, rank } from '../text/ranking.ts';

/** The text being typed before the caret, and its completions. */
interface Completing {
  /** Number of characters before the caret to replace. */
  length: number;
  options: Completion[];
}

const most = 8;

/** Offers people, groups, channels, topics, emoji, commands and languages of code for the text before the caret. */
export function complete(client: Client, before: string): Completing | undefined {
  for (const [pattern, find] of finders) {
    const found = pattern.exec(before);
    if (!found) continue;
    const written = found[1] ?? '';
    const options = find(
      client,
      found.slice(2).map((part) => part ?? ''),
    ).slice(0, most);
    if (options.length > 0) return { length: written.length, options };
  }
  return undefined;
}

type Find = (client: Client, parts: string[]) => Completion[];

const commands = (): readonly Completion[] => [
  { key: 'me', label: '/me', detail: t('compose.meHint'), text: '/me ' },
  { key: 'poll', label: '/poll', detail: t('compose.pollHint'), text: '/poll ' },
  { key: 'todo', label: '/todo', detail: t('compose.todoHint'), text: '/todo ' },
];

/** Names of languages whose code is colored. */
const languages =
  'bash c clojure cpp csharp css dart diff dockerfile elixir erlang fsharp go graphql haskell html ini java javascript ' +
  'json julia kotlin latex lisp lua makefile markdown math matlab nginx nix objectivec ocaml perl php powershell python ' +
  'quote r ruby rust scala scss shell spoiler sql swift text toml typescript vbnet xml yaml';

const languageOptions = languages.split(' ').map((name) => ({ key: name, label: name, text: `\`\`\`${name}\n` }));

const finders: readonly [pattern: RegExp, find: Find][] = [
  [/^(\/([a-z][a-z0-9_-]{0,29}|))$/, findCommands],
  [/(?:^|\n)(```([\w+#-]{1,20}))$/, (_, [written = '']) => rank(languageOptions, written)],
  [/(?:^|[\s(])(@(_?)(?:\*{0,2})([^\s@*][^@*\n]{0,30}|))$/, findMentions],
  [/(#\*\*([^*>\n]+)>([^*\n]*))$/, findTopics],
  [/(?:^|[\s(])(#(?:\*{0,2})([^\s#*>][^#*>\n]{0,40}|))$/, findChannels],
  [/(?:^|[\s(])(:([\w+-]{2,30}))$/, findEmoji],
];

function findCommands(client: Client, [written = '']: string[]): Completion[] {
  const ofBots = botCommands(client).map(({ name, parameters, description, bot_id }) => ({
    key: name,
    label: `/${name} ${parameters}`.trim(),
    detail: description,
    user_id: bot_id,
    text: `/${name} `,
  }));
  return rank([...commands(), ...ofBots], written, ({ key }) => key);
}

function findMentions(client: Client, [silent = '', written = '']: string[]): Completion[] {
  const { state } = client.store.read('people');
  const people = state.realm_users.map((user) => {
    const isNamesake = state.realm_users.some((one) => one !== user && one.full_name === user.full_name);
    const name = isNamesake ? `${user.full_name}|${user.user_id}` : user.full_name;
    return {
      key: `user ${user.user_id}`,
      label: user.full_name,
      user_id: user.user_id,
      text: `@${silent}**${name}** `,
      ...(user.delivery_email ? { detail: user.delivery_email } : {}),
    };
  });
  const groups = state.realm_user_groups
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(({ id, name, description }) => ({
      key: `group ${id}`,
      label: name,
      detail: description || t('compose.group'),
      text: `@${silent}*${name}* `,
    }));
  const everyone = ['all', 'topic'].map((name) => ({
    key: name,
    label: name,
    detail: name === 'all' ? t('compose.allHint') : t('compose.topicHint'),
    text: `@${silent}**${name}** `,
  }));
  return rank([...people, ...groups, ...everyone], written);
}

function findChannels({ store }: Client, [written = '']: string[]): Completion[] {
  const channels = [...store.channels.value.values()].filter(({ is_archived }) => !is_archived);
  const options = channels.map(({ stream_id, name, description }) => ({
    key: String(stream_id),
    label: `#${name}`,
    detail: description,
    text: `#**${name}>`,
  }));
  return rank(options, written, (one) => one.label.slice(1)).map((one) => ({ ...one, text: one.text }));
}

function findTopics(client: Client, [channel = '', written = '']: string[]): Completion[] {
  const stream_id = client.names.findChannel(channel);
  if (stream_id === undefined) return [];
  const text = `#**${channel}** `;
  const whole = { key: 'whole', label: `#${channel}`, detail: t('compose.wholeChannel'), text, isEndedBySpace: true };
  const topics = (client.topics.in(stream_id) ?? []).map(({ name }) => ({
    key: name,
    label: client.topicName(name),
    text: `#**${channel}>${name}** `,
  }));
  return written === '' ? [whole, ...topics] : rank(topics, written);
}

function findEmoji({ emoji, frequentEmoji, store }: Client, [written = '']: string[]): Completion[] {
  const { realm_emoji } = store.read('realm').state;
  const frequent = frequentEmoji.list(realm_emoji).map(codeOf);
  return searchEmoji(emoji.list(realm_emoji), written, frequent).map(({ emoji: one, name }) => ({
    key: codeOf(one),
    label: `${one.url ? '' : characterOf(one.emoji_code)} ${name}`.trim(),
    text: `:${name}: `,
    ...(one.url ? { picture: one.url } : {}),
  }));
}
