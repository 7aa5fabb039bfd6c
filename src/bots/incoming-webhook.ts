/** The forms in which tools can post through a bot, as clients list them for those who make one. */
export const incomingWebhooks = [
  { name: 'slack_incoming', display_name: 'Slack-compatible webhook', all_event_types: null, config_options: [] },
] as const;
