import type { Message } from '../api/types.ts';
import { listSteps, readStart, type Step } from './steps.ts';

export interface PollOption {
  key: string;
  text: string;
  voters: readonly number[];
}

export interface Poll {
  question: string;
  options: PollOption[];
}

/** The state of a poll after all its steps; undefined for other messages. */
export function readPoll(message: Pick<Message, 'submessages' | 'sender_id'>): Poll | undefined {
  const start = readStart(message);
  if (start?.widget_type !== 'poll') return undefined;
  const { question = '', options = [] } = start.extra_data;
  const poll: Poll = { question: String(question), options: [] };
  if (Array.isArray(options))
    for (const [index, text] of options.entries()) addOption(poll, `canned,${index}`, String(text));
  for (const step of listSteps(message)) follow(poll, step, message.sender_id);
  return poll;
}

function follow(poll: Poll, step: Step, author: number): void {
  const { type, sender_id } = step;
  if (type === 'question' && sender_id === author) poll.question = String(step.question);
  if (type === 'new_option') addOption(poll, `${sender_id},${Number(step.idx)}`, String(step.option));
  if (type === 'vote') vote(poll, step);
}

function addOption(poll: Poll, key: string, text: string): void {
  if (poll.options.every((one) => one.text !== text)) poll.options.push({ key, text, voters: [] });
}

function vote({ options }: Poll, { key, vote, sender_id }: Step): void {
  const option = options.find((one) => one.key === key);
  if (!option) return;
  const others = option.voters.filter((id) => id !== sender_id);
  option.voters = vote === 1 ? [...others, sender_id] : others;
}
