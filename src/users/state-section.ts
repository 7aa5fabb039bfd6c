import type { Context } from '../context.ts';
import type { Fields } from '../http/endpoint.ts';
import type { User } from './user.ts';

/** Options of `POST /register` that affect the initial state. */
export interface StateOptions {
  /** Whether channels list their subscribers; `partial`: only some of them. */
  include_subscribers: 'true' | 'false' | 'partial';
  /** Whether archived channels are listed. */
  archived_channels: boolean;
  /** Whether the client supports the empty topic name. */
  empty_topic_name: boolean;
  /** Whether the client supports URL templates. */
  linkifier_url_template: boolean;
  /** Whether users whom the client's user may not know can be left out. */
  user_list_incomplete: boolean;
  /** Whether user records may lack `avatar_url`. */
  user_avatar_url_field_optional: boolean;
  /** Whether notification settings of channels may be null. */
  notification_settings_null: boolean;
  /** Whether deactivated groups are listed. */
  include_deactivated_groups: boolean;
  /** Whether the client wants the types of events that only chatd has, unless it names types. */
  chatd_events: boolean;
  /** Presence by user id; otherwise in the older form, by address. */
  slim_presence: boolean;
  /** Days of presence history to include, if the client sends it. */
  presence_history_limit_days: number | undefined;
}

/** Presents the initial state that events of one type then keep up to date. */
type StateSection<Services = unknown> = (app: Context & Services, user: User, options: StateOptions) => Fields;

/** Sections by type of event. */
export type StateSections<Services = unknown> = Readonly<Record<string, StateSection<Services>>>;

/** Sections that are the same for all users and follow from the database alone. */
export type SharedSections = Readonly<Record<string, (app: Pick<Context, 'db'>) => Fields>>;
