import type { StateSections } from '../users/state-section.ts';
import { presentBots } from './bot.ts';

/** The payload formats of incoming webhooks, as clients list them to the creator of a bot. */
const incomingWebhooks = [
  { name: 'slack_incoming', display_name: 'Slack-compatible webhook', all_event_types: null, config_options: [] },
] as const;

/** Sections of the initial state about bots. */
export const botSections: StateSections = {
  realm_bot: (app, user) => ({ realm_bots: presentBots(app, user) }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: incomingWebhooks }),
};
