import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { isLongerThan, type Kind } from '../http/params.ts';
import { maxMessageLength, messageTooLong } from './message.ts';

export const messageEmpty = errorKind('Message must not be empty');
const messageNullBytes = errorKind('Message must not contain null bytes');
/** Errors of message content. */
export const contentErrors = [messageEmpty, messageNullBytes, messageTooLong] as const;

/** Reads the content of a message and trims trailing whitespace. Throws one of contentErrors. */
export function messageContent(): Kind<string> {
  return {
    schema: { type: 'string', maxLength: maxMessageLength },
    json: false,
    bad: ['', ' \n', 'a\0b', 'x'.repeat(maxMessageLength + 1)],
    read(raw, name) {
      if (typeof raw !== 'string') throw parameterInvalid({ name, problem: problems.notString });
      if (raw.includes('\0')) throw messageNullBytes();
      if (!raw.isWellFormed()) throw parameterInvalid({ name, problem: problems.notUnicode });
      const content = raw.trimEnd();
      if (content.trim() === '') throw messageEmpty();
      if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
      return content;
    },
  };
}
