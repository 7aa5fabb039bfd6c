import { RawJson } from './endpoint.ts';

/** Elements that are written at once; those of a longer list follow in parts, between other requests. */
const partSize = 250;

/** A part ends early when it has so many characters. */
const partLength = 256 * 1024;

/** A JSON list of elements, each written by `write`, which may run after the handler has returned. */
export function jsonList<Element>(elements: readonly Element[], write: (element: Element) => string): RawJson {
  return written(elements, write, '[]');
}

/** A JSON object with an entry for each element, written in the same way. */
export function jsonObject<Element>(
  elements: readonly Element[],
  entryOf: (element: Element) => readonly [key: string, value: unknown],
): RawJson {
  const write = (element: Element) => {
    const [key, value] = entryOf(element);
    return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  };
  return written(elements, write, '{}');
}

function written<Element>(
  elements: readonly Element[],
  write: (element: Element) => string,
  brackets: '[]' | '{}',
): RawJson {
  const [open, close] = brackets;
  if (elements.length <= partSize) return new RawJson(open + joined(elements, write) + close);
  return new RawJson(open as string, writeParts(elements, write, close as string));
}

// Concatenated, because that copies no text.
function joined<Element>(elements: readonly Element[], write: (element: Element) => string): string {
  let text = '';
  for (const element of elements) text += text === '' ? write(element) : `,${write(element)}`;
  return text;
}

function* writeParts<Element>(
  elements: readonly Element[],
  write: (element: Element) => string,
  close: string,
): Generator<readonly Buffer[], void> {
  for (let at = 0; at < elements.length; ) {
    const end = Math.min(at + partSize, elements.length);
    let text = '';
    while (at < end && text.length < partLength) text += `${write(elements[at++] as Element)},`;
    yield [Buffer.from(at < elements.length ? text : `${text.slice(0, -1)}${close}`)];
  }
}
