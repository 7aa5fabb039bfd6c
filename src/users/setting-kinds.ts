import { errorKind, parameterNotAllowed } from '../http/errors.ts';
import { bareOrQuoted, integer, type Kind, notListed, text } from '../http/params.ts';
import { isLanguage } from '../realm/setting-kinds.ts';

export const invalidSound = errorKind<{ sound: string }>("Invalid notification sound '{sound}'");
export const invalidBatchingPeriod = errorKind<{ seconds: number }>('Invalid email batching period: {seconds} seconds');

/** Sounds that clients can play; `none`, for silence, is not among them. */
export const notificationSounds = ['bell', 'bong', 'chime', 'ding', 'gleam', 'glockenspiel', 'marimba', 'pulse'];

/** Emoji sets that clients can offer. */
export const emojisets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
  { key: 'google-blob', text: 'Google blobs' },
] as const;

/**
 * One of these words, bare or as a JSON string. The error for other words has the text that clients expect for lists.
 */
export function listedWord(words: readonly string[]): Kind<string> {
  return checked({ type: 'string', enum: words }, ['no-such-word', ''], (value, name) => {
    if (!words.includes(value)) throw parameterNotAllowed({ name, detail: notListed });
  });
}

/** A language code such as `de` or `pt-br`. */
export function ownLanguage(): Kind<string> {
  return checked({ type: 'string' }, ['', 'x', 'klingon', 'en_US'], (value, name) => {
    if (!isLanguage(value)) throw parameterNotAllowed({ name, detail: '' });
  });
}

/** An IANA time zone such as `Asia/Kolkata`; empty for none. */
export function timezone(): Kind<string> {
  return checked({ type: 'string' }, ['Mars/Olympus', '+01:00', '../etc'], (value, name) => {
    if (value !== '' && !isTimezone(value)) {
      throw parameterNotAllowed({ name, detail: ': Value error, Not a recognized time zone' });
    }
  });
}

/** The name of a sound. Throws invalidSound. */
export function sound(): Kind<string> {
  const sounds = [...notificationSounds, 'none'];
  return checked({ type: 'string', enum: sounds }, ['no-such-sound', ''], (value) => {
    if (!sounds.includes(value)) throw invalidSound({ sound: value });
  });
}

/** In seconds. */
export const longestBatchingPeriod = 7 * 24 * 3600;

/** Seconds for which notifications are batched. Throws invalidBatchingPeriod. */
export function batchingPeriod(): Kind<number> {
  const number = integer();
  return {
    schema: { type: 'integer', minimum: 1, maximum: longestBatchingPeriod },
    json: true,
    bad: ['x', '1.5', '', '0', String(longestBatchingPeriod + 1)],
    read(raw, name) {
      const seconds = number.read(raw, name);
      if (seconds < 1 || seconds > longestBatchingPeriod) throw invalidBatchingPeriod({ seconds });
      return seconds;
    },
  };
}

function checked(
  schema: Kind<string>['schema'],
  bad: readonly string[],
  ensure: (value: string, name: string) => void,
): Kind<string> {
  const plain = bareOrQuoted(text());
  return {
    schema,
    json: false,
    bad,
    read(raw, name) {
      const value = plain.read(raw, name);
      ensure(value, name);
      return value;
    },
  };
}

// Offsets such as +01:00 are refused: they do not define summer time.
function isTimezone(value: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,50}$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
