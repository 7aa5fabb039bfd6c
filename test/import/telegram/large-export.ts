// Writes an export of one chat with many messages, for test/import/measure.sh: large-export.ts FOLDER MESSAGES
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, message, start } from '../histories/telegram-export.ts';

const people = 200;
const words =
  'the kettle boils while all of us talk about tea and other things that matter to nobody else in this room'.split(' ');

/** A sequence of numbers that is the same each time. */
function random(seed: number): number {
  return Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 8;
}

const userId = (index: number) => `user${1000 + (index % people)}`;

function messageOf(index: number): Fields {
  const length = 5 + (random(index) % 40);
  const text = Array.from({ length }, (_, word) => words[random(index * 31 + word) % words.length]).join(' ');
  const recent = [{ from: `Name ${index % people}`, from_id: userId(index) }];
  return message(index, userId(random(index)), text, {
    date_unixtime: String(start + 10 * index),
    from: `Name ${random(index) % people}`,
    // Every tenth message answers another one.
    ...(index % 10 === 0 ? { reply_to_message_id: index - 5 } : {}),
    ...(index % 20 === 0 ? { reactions: [{ type: 'emoji', count: 1, emoji: '👍', recent }] } : {}),
  });
}

const [folder = '', count = '0'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const file = openSync(join(folder, 'result.json'), 'w');
writeSync(file, '{"name": "Large", "type": "private_supergroup", "id": 900, "messages": [\n');
for (let index = 1; index <= Number(count); index++) {
  writeSync(file, `${index > 1 ? ',\n' : ''}${JSON.stringify(messageOf(index))}`);
}
writeSync(file, '\n]}\n');
closeSync(file);
