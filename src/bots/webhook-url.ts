import { parameterInvalid } from '../http/errors.ts';
import { bareOrQuoted, type Kind, text } from '../http/params.ts';
import { urlProblem } from '../http/url-problem.ts';

/** In UTF-16 units. */
const maxLength = 2048;

/** Reads the URL of an outgoing webhook's receiver: http or https, without credentials. Empty: no URL. */
export function webhookUrl(): Kind<string | undefined> {
  const plain = bareOrQuoted(text({ max: maxLength }));
  return {
    ...plain,
    bad: [...plain.bad, 'example', 'ftp://example.com', 'http://'],
    read(raw, name) {
      const value = plain.read(raw, name).trim();
      if (value === '') return undefined;
      if (!isWebUrl(value)) throw parameterInvalid({ name, problem: urlProblem(raw) });
      return value;
    },
  };
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  // The calls would refuse other URLs.
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
