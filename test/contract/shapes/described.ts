import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fields, Shape } from './shape.ts';

/** What a description of the API says about its answers and events, as `generate.ts` reads it. */
export interface Described {
  /** The fields of successful answers beside the envelope's, by method and path: `GET /messages`. */
  answers: Record<string, Fields>;
  /** The fields of events beside `id`, `type` and `op`, by type and operation: `stream/update`; one of them must do. */
  events: Record<string, Fields[]>;
  /** What errors have beside `result`, `msg` and `code`, by code. */
  errors: Record<string, Fields>;
  /** The keys of the initial state, by the type of events that they come with. */
  sections: Record<string, string[]>;
  /** Shapes that others refer to. */
  named: Record<string, Shape>;
}

/** The description as it is, before what is known to differ. */
export function readDescribed(): Described {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'described.json'), 'utf8'));
}
