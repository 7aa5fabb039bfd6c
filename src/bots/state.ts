import type { StateSections } from '../users/state-section.ts';
import { presentBots } from './bot.ts';

/** Sections of the initial state about bots. */
export const botSections: StateSections = {
  realm_bot: (app, user) => ({ realm_bots: presentBots(app, user) }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
};
