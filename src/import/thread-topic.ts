import { isEmptyTopicName, maxTopicLength } from '../conversations/conversation.ts';
import { findInvalidCharacter, foldName } from '../ground/text.ts';

/** The topic of a thread with this first message; empty if the text contains no words. */
export function topicOfText(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? '';
  const clean = findInvalidCharacter(line) === 0 ? line : line.replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu, '');
  const topic = shorten(clean, maxTopicLength);
  return isEmptyTopicName(topic) ? '' : topic;
}

/** A topic that no other thread of the place has: if the name is taken, the day is appended, then a number. */
export function distinctTopic(title: string, sent_at: number, isTaken: (key: string) => boolean): string {
  const name = title || 'Thread';
  if (title !== '' && !isTaken(foldName(name))) return name;
  const day = new Date(sent_at * 1000).toISOString().slice(0, 10);
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ` (${day})` : ` (${day}, ${number})`;
    const topic = shorten(name, maxTopicLength - ending.length) + ending;
    if (!isTaken(foldName(topic))) return topic;
  }
}

/** A text truncated to `max` code points, between words if possible. */
function shorten(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const start = characters.slice(0, max - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > max / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
