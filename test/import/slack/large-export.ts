// Writes a workspace export of many messages, for test/import/measure.sh: large-export.ts FOLDER MESSAGES
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, message, user } from './slack-export.ts';

const people = 200;
const channels = 100;
const messagesOfDay = 2000;
const start = 1_600_000_000;

const words =
  'the release is *ready* when all tests pass and <@U12> looked at `main.ts` again, see <https://example.com/x|it> :tada:'.split(
    ' ',
  );

/** A sequence of numbers that is the same each time. */
function random(seed: number): number {
  return Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 8;
}

const userId = (index: number) => `U${index % people}`;
const channelName = (index: number) => `channel-${index}`;
// All messages of a day are sent within it.
const tsOf = (index: number) => {
  const second = start + Math.floor(index / messagesOfDay) * 86_400 + (index % messagesOfDay) * 10;
  return `${second}.${String(index % 1_000_000).padStart(6, '0')}`;
};

function messageOf(index: number): Fields {
  const length = 5 + (random(index) % 40);
  const text = Array.from({ length }, (_, word) => words[random(index * 31 + word) % words.length]).join(' ');
  // Every fifth message answers one of the same channel on the same day.
  const round = Math.floor(index / channels) % 5;
  const first = index - round * channels;
  const isAnswer = round === 4;
  const reactions = index % 20 === 0 ? [{ name: '+1', users: [userId(index), userId(index + 1)], count: 2 }] : [];
  const thread = isAnswer || round === 0 ? { thread_ts: tsOf(isAnswer ? first : index) } : {};
  const author = userId(random(index));
  return message(author, tsOf(index), text, { reactions, ...thread, ...repeated(author, index, text) });
}

/** What Slack adds to each message, and most of an export: its author again, and its text again in blocks. */
function repeated(author: string, index: number, text: string): Fields {
  const name = `person.${author}`;
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
  return {
    client_msg_id: `d3b07384-d9a0-4c9b-8f3e-${String(index).padStart(12, '0')}`,
    team: 'T01',
    user_team: 'T01',
    source_team: 'T01',
    user_profile: {
      avatar_hash: 'g1234567890a',
      image_72: `https://secure.gravatar.com/avatar/${author}.jpg?s=72`,
      first_name: 'Person',
      real_name: `Person ${author}`,
      display_name: name,
      team: 'T01',
      name,
      is_restricted: false,
      is_ultra_restricted: false,
    },
    blocks: [{ type: 'rich_text', block_id: `b${index}`, elements: [section] }],
  };
}

const [folder, count] = process.argv.slice(2);
if (folder === undefined || !(Number(count) > 0)) throw new Error('usage: large-export.ts FOLDER MESSAGES');
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
const members = Array.from({ length: people }, (_, index) => userId(index));
for (let index = 0; index < channels; index++) mkdirSync(join(folder, channelName(index)), { recursive: true });
write(
  'users.json',
  members.map((id, index) => user(id, `Person ${index}`, { profile: { real_name: `Person ${index}` } })),
);
write(
  'channels.json',
  Array.from({ length: channels }, (_, index) => {
    const own = members.filter((_, position) => position % 20 === index % 20);
    return { id: `C${index}`, name: channelName(index), created: start, members: own };
  }),
);
for (let done = 0; done < Number(count); done += messagesOfDay) {
  const day = new Date((start + (done / messagesOfDay) * 86_400) * 1000).toISOString().slice(0, 10);
  const indexes = Array.from({ length: Math.min(messagesOfDay, Number(count) - done) }, (_, index) => done + index);
  for (const [channel, own] of Map.groupBy(indexes, (index) => index % channels)) {
    write(`${channelName(channel)}/${day}.json`, own.map(messageOf));
  }
}
