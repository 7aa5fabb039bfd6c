// Writes an export of many messages, for test/import/measure.ts: bin/node test/import/large-export.ts FOLDER MESSAGES
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { channel, channelMessage, epoch, flags, realmTables, subscription, user } from './zulip-export.ts';

const people = 200;
const channelCount = 100;
const topicsOfChannel = 50;
const subscribersOfChannel = 10;
const messagesOfFile = 1000;

const words =
  'the release is **ready** when all tests pass and somebody looked at `main.ts` again, see https://example.com/x :tada:'.split(
    ' ',
  );

const userId = (index: number) => 1000 + (index % people);
const channelId = (index: number) => 5000 + (index % channelCount);
const subscribers = (channel_index: number) =>
  Array.from({ length: subscribersOfChannel }, (_, index) => userId(channel_index * 7 + index * 13));

/** A sequence of numbers that is the same each time. */
function random(seed: number): number {
  return Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 8;
}

function textOf(id: number): string {
  const length = 5 + (random(id) % 40);
  const text = Array.from({ length }, (_, index) => words[random(id * 31 + index) % words.length]).join(' ');
  if (id % 10 === 0) return `@**Person ${id % people}** ${text}`;
  return id % 25 === 0 ? `${text}\n\n\`\`\`python\nprint(${id})\n\`\`\`\n* one\n* two` : text;
}

/** One of the files with messages: those of the ids from `first` on. */
function messageFile(first: number, count: number): string {
  const ids = Array.from({ length: count }, (_, index) => first + index);
  const channelOf = (id: number) => random(id) % channelCount;
  const messages = ids.map((id) => {
    const senders = subscribers(channelOf(id));
    const subject = `topic ${random(id * 3) % topicsOfChannel}`;
    const rendered_content = `<p>${textOf(id)}</p>`;
    return channelMessage(id, senders[id % senders.length] as number, channelId(channelOf(id)), {
      subject,
      content: textOf(id),
      rendered_content,
      date_sent: epoch + id,
    });
  });
  const received = ids.flatMap((id) =>
    subscribers(channelOf(id)).map((user_id) => flags(user_id, id, maskOf(user_id, id))),
  );
  return JSON.stringify({ zerver_message: messages, zerver_usermessage: received }, undefined, 2);
}

// Most have read nearly everything, every twentieth nothing; some messages are starred.
function maskOf(user_id: number, id: number): number {
  const isRead = user_id % 20 !== 0 && random(id * 5 + user_id) % 500 !== 0;
  return (isRead ? 1 : 0) + (random(id * 11 + user_id) % 300 === 0 ? 2 : 0);
}

function realmFile(): string {
  const tables = realmTables();
  const channels = Array.from({ length: channelCount }, (_, index) => channel(channelId(index), `channel ${index}`));
  const users = Array.from({ length: people }, (_, index) =>
    user(userId(index), `Person ${index}`, { delivery_email: `p${index}@example.com`, email: `p${index}@example.com` }),
  );
  return JSON.stringify({
    ...tables,
    zerver_userprofile: [...(tables.zerver_userprofile ?? []), ...users],
    zerver_stream: [...(tables.zerver_stream ?? []), ...channels],
    zerver_recipient: [
      ...(tables.zerver_recipient ?? []),
      ...channels.map(({ id, recipient }) => ({ id: recipient, type: 2, type_id: id })),
    ],
    zerver_subscription: [
      ...(tables.zerver_subscription ?? []),
      ...channels.flatMap(({ id }, index) =>
        [...new Set(subscribers(index))].map((one) => subscription(one, id as number)),
      ),
    ],
  });
}

const [folder, count] = process.argv.slice(2);
if (folder === undefined || !(Number(count) > 0)) throw new Error('usage: large-export.ts FOLDER MESSAGES');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'realm.json'), realmFile());
for (let done = 0, file = 1; done < Number(count); done += messagesOfFile, file++) {
  const text = messageFile(done + 1, Math.min(messagesOfFile, Number(count) - done));
  writeFileSync(join(folder, `messages-${String(file).padStart(6, '0')}.json`), text);
}
