/** Bots that send the server's own messages. */
export const systemBots = {
  notification: { email: 'notification-bot@chatd.invalid', full_name: 'Notification Bot' },
  welcome: { email: 'welcome-bot@chatd.invalid', full_name: 'Welcome Bot' },
} as const;
