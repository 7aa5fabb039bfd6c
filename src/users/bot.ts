import type { Database } from '../db/database.ts';
import { type User, userColumns } from './user.ts';

/**
 * Bot types: generic bots act like users, incoming webhooks only send, outgoing webhooks answer mentions and direct
 * messages.
 */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3 } as const;
export type BotType = (typeof botTypes)[keyof typeof botTypes];

/** Payload format of an outgoing webhook: this API's, or Slack's. */
export const interfaces = { generic: 1, slack: 2 } as const;
export type ServiceInterface = (typeof interfaces)[keyof typeof interfaces];

/** Settings that only bots have. */
export interface BotSettings {
  default_sending_channel_id: number | null;
  default_events_channel_id: number | null;
  default_all_public_streams: 0 | 1;
  payload_url: string | null;
  service_interface: ServiceInterface | null;
  service_token: string | null;
  /**
   * Secret of the request signatures. Incoming webhooks with one refuse unsigned requests; outgoing ones without one sign
   * with their token.
   */
  webhook_secret: string | null;
}

export const noSettings: BotSettings = {
  default_sending_channel_id: null,
  default_events_channel_id: null,
  default_all_public_streams: 0,
  payload_url: null,
  service_interface: null,
  service_token: null,
  webhook_secret: null,
};

export function findBotSettings(db: Database, bot_id: number): BotSettings {
  const found = db.get<BotSettings>(
    `SELECT default_sending_channel_id, default_events_channel_id, default_all_public_streams, payload_url,
       service_interface, service_token, webhook_secret FROM bots WHERE user_id = ?`,
    bot_id,
  );
  return found ?? noSettings;
}

export function storeBotSettings(db: Database, bot_id: number, settings: BotSettings): void {
  db.run(
    `INSERT INTO bots (user_id, default_sending_channel_id, default_events_channel_id, default_all_public_streams,
       payload_url, service_interface, service_token, webhook_secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET default_sending_channel_id = excluded.default_sending_channel_id,
       default_events_channel_id = excluded.default_events_channel_id,
       default_all_public_streams = excluded.default_all_public_streams, payload_url = excluded.payload_url,
       service_interface = excluded.service_interface, service_token = excluded.service_token,
       webhook_secret = excluded.webhook_secret`,
    bot_id,
    settings.default_sending_channel_id,
    settings.default_events_channel_id,
    settings.default_all_public_streams,
    settings.payload_url,
    settings.service_interface,
    settings.service_token,
    settings.webhook_secret,
  );
}

/** The bots of one owner, by id. */
export function listBotsOf(db: Database, owner_id: number): readonly User[] {
  return db.cachedAll<User>(`SELECT ${userColumns} FROM users WHERE bot_owner_id = ? ORDER BY id`, owner_id);
}
