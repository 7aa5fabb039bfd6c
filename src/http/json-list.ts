import { RawJson } from './endpoint.ts';

/** Elements that are written at once; those of a longer list follow in parts, between other requests. */
const partSize = 250;

/** A JSON list of elements, each written by `write`, which may run after the handler has returned. */
export function jsonList<Element>(elements: readonly Element[], write: (element: Element) => string): RawJson {
  if (elements.length <= partSize) return new RawJson(`[${elements.map(write).join(',')}]`);
  return new RawJson('[', writeParts(elements, write));
}

function* writeParts<Element>(
  elements: readonly Element[],
  write: (element: Element) => string,
): Generator<readonly Buffer[], void> {
  for (let at = 0; at < elements.length; at += partSize) {
    const texts = elements.slice(at, at + partSize).map(write);
    const isLast = at + partSize >= elements.length;
    yield [Buffer.from(`${texts.join(',')}${isLast ? ']' : ','}`)];
  }
}
