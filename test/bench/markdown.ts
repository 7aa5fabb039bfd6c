import MarkdownIt from 'markdown-it';
import { createApp } from '../../src/app.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { makeData, openData } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';
import { commonInputs, ownInputs } from './worst-markdown.ts';

const ordinary =
  'Hey @**Person 1**, can you look at https://example.com/build/1234?x=1 before lunch? The *deploy* of `chatd` failed ' +
  'again, see #**channel 0>topic 1** :smile:\nI think it is the **certificate** of example.org.';
const plain =
  'Good morning everyone. Who wants to come along for lunch today? I thought we could try the new place near the ' +
  'station, it has a nice garden\nand they say the soup is good. Tell me before noon please, thanks';

/** Rendering messages. The floor is bare markdown-it on the same text, with linkify; for the worst, with as many links. */
export async function markdown(): Promise<Figure[]> {
  const { folder, people } = makeData({ people: 20, channels: 2, messages: 100 });
  const app = createApp(openData(folder));
  const sender = people[0]?.user;
  if (!sender) throw new Error('nobody is there');
  const bare = new MarkdownIt({ linkify: true, breaks: true });
  const linking = new MarkdownIt({ linkify: true, breaks: true });
  linking.linkify.set({ fuzzyLink: true });
  const both = (text: string, times: number, floor = bare) => ({
    ours: () => time(() => renderMessage(app, sender, text), times),
    floor: () => time(() => floor.render(text), times),
  });
  const figures = [
    figure('render an ordinary message', await alternate(9, both(ordinary, 1000)), 2.5),
    figure('render a message without any syntax', await alternate(9, both(plain, 1000)), 2.5),
    ...(await worst((text) => both(text, 1, linking))),
  ];
  app.db.close();
  return figures;
}

type Took = Record<'ours' | 'floor', number>;

interface Measured {
  name: string;
  took: Took;
}

async function worst(both: (text: string) => Record<keyof Took, () => number>): Promise<Figure[]> {
  const common = await measure(commonInputs, both);
  const all = [...common, ...(await measure(ownInputs, both))];
  const slowest = highest(all, ({ ours }) => ours);
  // Where markdown-it takes less, it is the clock that is compared.
  const comparable = common.filter(({ took }) => took.floor >= 1);
  const dearest = highest(comparable, ({ ours, floor }) => ours / floor);
  return [
    {
      ...figure('render the slowest 10,000 characters', slowest.took, 1),
      ratio: slowest.took.ours / 100,
      note: `${slowest.name}, of ${all.length} inputs; the ratio is that to 100 ms.`,
    },
    {
      ...figure('render 10,000 characters as markdown-it does', dearest.took, 2),
      note: `${dearest.name}: the highest ratio of ${comparable.length} inputs.`,
    },
  ];
}

async function measure(
  inputs: Readonly<Record<string, string>>,
  both: (text: string) => Record<keyof Took, () => number>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, text] of Object.entries(inputs)) measured.push({ name, took: await alternate(5, both(text)) });
  return measured;
}

function highest(measured: readonly Measured[], value: (took: Took) => number): Measured {
  return measured.reduce((a, b) => (value(b.took) > value(a.took) ? b : a));
}

function figure(name: string, { ours, floor }: Took, atMost: number): Figure {
  const show = (value: number) => (value < 1 ? `${(value * 1000).toFixed(1)} µs` : milliseconds(value));
  return { name, ours: show(ours), floor: show(floor), ratio: ours / floor, bar: { atMost } };
}

/** How long one of many runs took, in milliseconds. */
function time(action: () => void, times: number): number {
  const start = performance.now();
  for (let count = 0; count < times; count++) action();
  return (performance.now() - start) / times;
}
