import { presentChannels } from '../channels/channel-record.ts';
import type { Context } from '../context.ts';
import { listOpenChannels } from '../conversations/spectators.ts';
import { versionFields } from '../ground/version.ts';
import type { Fields } from '../http/endpoint.ts';
import { presentCustomEmoji } from '../organization/custom-emoji.ts';
import { presentRealmState, type Serves } from './realm-state.ts';

/** Fields about the organization and the server that people without an account may see. */
const open = [
  'realm_name',
  'realm_description',
  'realm_rendered_description',
  'realm_icon_url',
  'realm_icon_source',
  'realm_logo_url',
  'realm_logo_source',
  'realm_night_logo_url',
  'realm_night_logo_source',
  'realm_url',
  'realm_uri',
  'realm_empty_topic_display_name',
  'realm_enable_spectator_access',
  'max_message_length',
  'max_topic_length',
  'server_emoji_data_url',
  'server_generation',
] as const;

/** The initial state for people without an account. They have no event queue and receive no events. */
export function spectatorState(app: Context & Serves): Fields {
  const realm = presentRealmState(app);
  const channels = presentChannels(app, listOpenChannels(app.db));
  return {
    queue_id: null,
    last_event_id: -1,
    ...versionFields,
    ...Object.fromEntries(open.map((name) => [name, realm[name]])),
    realm_emoji: presentCustomEmoji(app.db),
    server_timestamp: app.clock.now(),
    streams: channels,
  };
}
