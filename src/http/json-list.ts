import { RawJson } from './endpoint.ts';

/** A JSON list of elements, each written by `write`. */
export function jsonList<Element>(elements: readonly Element[], write: (element: Element) => string): RawJson {
  return new RawJson(`[${joined(elements, write)}]`);
}

/** A JSON object with an entry for each element. */
export function jsonObject<Element>(
  elements: readonly Element[],
  entryOf: (element: Element) => readonly [key: string, value: unknown],
): RawJson {
  const write = (element: Element) => {
    const [key, value] = entryOf(element);
    return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  };
  return new RawJson(`{${joined(elements, write)}}`);
}

// Concatenated, because that copies no text.
function joined<Element>(elements: readonly Element[], write: (element: Element) => string): string {
  let text = '';
  for (const element of elements) text += text === '' ? write(element) : `,${write(element)}`;
  return text;
}
