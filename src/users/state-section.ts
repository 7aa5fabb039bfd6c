import type { Context } from '../context.ts';
import type { Fields } from '../http/endpoint.ts';
import type { User } from './user.ts';

/** What a client wants to know when it registers. */
export interface StateOptions {
  client_gravatar: boolean;
  /** Whether channels list their subscribers, and for `partial` those of some only. */
  include_subscribers: 'true' | 'false' | 'partial';
  /** Whether archived channels are listed. */
  archived_channels: boolean;
  /** Whether the empty topic is shown as it is. */
  empty_topic_name: boolean;
  /** Whether the client knows URL templates. */
  linkifier_url_template: boolean;
  /** Whether users may be left out whom the client's user may not know of. */
  user_list_incomplete: boolean;
  /** Whether users may lack the URL of their picture. */
  user_avatar_url_field_optional: boolean;
  /** Whether notification settings of channels may be unset. */
  notification_settings_null: boolean;
  /** Whether deactivated groups are listed. */
  include_deactivated_groups: boolean;
  /** Presence by user id; otherwise the older form, by address. */
  slim_presence: boolean;
  /** How far back presence goes, if the client says so. */
  presence_history_limit_days: number | undefined;
}

/** Presents what a client must know before the first event of a type. */
export type StateSection<Services = unknown> = (app: Context & Services, user: User, options: StateOptions) => Fields;

/** Sections by the type of event that keeps them true. */
export type StateSections<Services = unknown> = Readonly<Record<string, StateSection<Services>>>;
