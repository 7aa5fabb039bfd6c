import type { StateSections } from '../users/state-section.ts';
import { presentCalls } from './audience.ts';

/** Sections of the initial state about calls. */
export const callSections: StateSections = { call: (app, user) => ({ calls: presentCalls(app, user) }) };
