import { RawJson } from './endpoint.ts';

/** A JSON list of elements, each written by `write`. */
export function jsonList<Element>(elements: readonly Element[], write: (element: Element) => string): RawJson {
  return new RawJson(`[${elements.map(write).join()}]`);
}
