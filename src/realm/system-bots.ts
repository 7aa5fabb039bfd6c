/** The bots through which the server itself speaks. */
export const systemBots = {
  notification: { email: 'notification-bot@chatd.invalid', full_name: 'Notification Bot' },
  welcome: { email: 'welcome-bot@chatd.invalid', full_name: 'Welcome Bot' },
} as const;
