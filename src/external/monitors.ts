import { words } from './forge.ts';
import { blocks, bold, facts, link, type Markdown, md, moment, nothing, quote } from './markdown.ts';
import type { ToolMessage } from './tool.ts';

/** The state of a thing that is watched. Unknown texts are empty or missing. */
interface Reading {
  /** The thing, and its page. */
  name: string;
  url?: string;
  /** By default, the name. */
  topic?: string;
  state: string;
  /** The state before. */
  before?: string;
  mood: Mood;
  /** The time of the change, as moment() takes it. */
  since?: string;
  /** The reason: in the same line if it is short. */
  reason?: string;
  facts?: Parameters<typeof facts>[0];
}

export type Mood = 'bad' | 'good' | 'neutral';

const emoji: Readonly<Record<Mood, Markdown>> = { bad: md`:alert: `, good: md`:check_mark: `, neutral: nothing };

/** The message about a change of state: `:alert: Kettle: up → **down** since 10:00. Timeout.` */
export function monitorMessage(reading: Reading): ToolMessage {
  const { name, url = '', state, before = '', mood, since = '', reason = '' } = reading;
  const change = before === '' || before === state ? nothing : md`${words(before)} → `;
  const when = moment(since);
  const time = when === nothing ? nothing : md` ${mood === 'good' ? 'at' : 'since'} ${when}`;
  const isShort = reason.length <= longestReason && !reason.trim().includes('\n');
  const line = md`${emoji[mood]}${link(name, url)}: ${change}${bold(words(state))}${time}.`;
  return {
    topic: reading.topic || name,
    text: blocks(isShort ? md`${line} ${reason}` : line, isShort ? nothing : quote(reason), facts(reading.facts ?? {})),
  };
}

const longestReason = 140;
