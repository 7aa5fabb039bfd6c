// Renders random texts of 10,000 characters, made of pieces of syntax that repeat, and prints the slowest.
// Arguments: for how many seconds, 60 unless named; a seed.
import { createApp } from '../../src/app.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { Seeded } from '../support/seeded.ts';
import { makeData, openData } from './data.ts';

const size = 10_000;
/** In milliseconds of processor time, for any text. */
const bar = 50;
const shown = 10;
const marks =
  '\\[|\\]|*|**|_|$$|$|`|``|[|](|(|)|![|<|>|> |&|\\|~~|- |* |1. |# |  |    |a|x |{|}|^|_{|"|😀|é|\u0301|---|~~~|```';
const own = '@**|@_**|#**|:|::|:a:|http://a.b/|a@b.c|www.|<time:|/poll|/user_uploads/1/a.png|**a|1**|>a** |\\frac';
const pieces = [...marks.split('|'), ...own.split('|'), '|', '\n', '\n\n', '>---\n', 'a|b\n-|-\n'];

const [, , seconds = '60', seed = '1'] = process.argv;
const { folder, people } = makeData({ people: 20, channels: 2, messages: 100 });
const app = createApp(openData(folder));
const random = new Seeded(Number(seed));

function pick(count: number): number {
  return random.below(count);
}

function someSyntax(): string {
  return Array.from({ length: 1 + pick(5) }, () => pieces[pick(pieces.length)]).join('');
}

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Something repeated, after or before something else, or two things repeated. */
function someText(): string {
  const [one, other] = [someSyntax(), someSyntax()];
  const shapes = [
    () => filled(one, size),
    () => other + filled(one, size - other.length),
    () => filled(one, size - other.length) + other,
    () => filled(one, size / 2) + filled(other, size / 2),
  ];
  return (shapes[pick(shapes.length)] as () => string)();
}

function timeOf(text: string): number {
  const began = process.threadCpuUsage();
  const sender = people[0]?.user;
  if (sender) renderMessage(app, sender, text);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const slow: { took: number; text: string }[] = [];
let count = 0;
for (const end = performance.now() + Number(seconds) * 1000; performance.now() < end; count++) {
  const text = someText();
  // The first time compiles code, and collects the garbage of others.
  const took = timeOf(text) < bar / 2 ? 0 : Math.min(timeOf(text), timeOf(text));
  if (took > bar / 2) slow.push({ took, text });
}
app.db.close();
slow.sort((one, other) => other.took - one.took);
console.log(`${count} texts; the slowest took ${slow[0]?.took.toFixed(1) ?? `less than ${bar / 2}`} ms (bar: ${bar})`);
for (const { took, text } of slow.slice(0, shown)) {
  console.log(`${took.toFixed(1)} ms: ${JSON.stringify(text.slice(0, 40))} … ${JSON.stringify(text.slice(-20))}`);
}
process.exitCode = (slow[0]?.took ?? 0) > bar ? 1 : 0;
