import type { Context } from '../context.ts';
import { accessChannel, type Channel, isSubscribed } from '../conversations/channel.ts';
import { publish } from '../events/event.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { type Kind, text } from '../http/params.ts';
import type { User } from '../users/user.ts';

export const notSubscribed = errorKind<{ id: number }>('Not subscribed to channel ID {id}');
export const unknownProperty = errorKind<{ property: string }>('Unknown subscription property: {property}');

// A statement changes no row if the value is already stored.
const updates = {
  color: `UPDATE subscriptions SET color = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND color IS NOT ?1`,
  is_muted: `UPDATE subscriptions SET is_muted = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND is_muted IS NOT ?1`,
  pin_to_top: `UPDATE subscriptions SET pin_to_top = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND pin_to_top IS NOT ?1`,
  desktop_notifications: `UPDATE subscriptions SET desktop_notifications = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND desktop_notifications IS NOT ?1`,
  audible_notifications: `UPDATE subscriptions SET audible_notifications = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND audible_notifications IS NOT ?1`,
  push_notifications: `UPDATE subscriptions SET push_notifications = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND push_notifications IS NOT ?1`,
  email_notifications: `UPDATE subscriptions SET email_notifications = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND email_notifications IS NOT ?1`,
  wildcard_mentions_notify: `UPDATE subscriptions SET wildcard_mentions_notify = ?1
    WHERE user_id = ?2 AND channel_id = ?3 AND wildcard_mentions_notify IS NOT ?1`,
} as const;

/** A user's own setting for a subscribed channel. */
export interface PropertyChange {
  property: keyof typeof updates;
  value: string | boolean;
}

/** A channel that the user is subscribed to, archived or not. Throws invalidChannelId or notSubscribed. */
export function accessSubscribedChannel(app: Context, user: User, channel_id: number): Channel {
  const channel = accessChannel(app, user, channel_id);
  ensureSubscribed(app, user, channel);
  return channel;
}

/** Throws notSubscribed. */
export function ensureSubscribed(app: Context, user: User, { id }: Channel): void {
  if (!isSubscribed(app.db, user.id, id)) throw notSubscribed({ id });
}

/** Reads the new value of a property. Throws unknownProperty, or parameterInvalid with the name of the property. */
export function readPropertyChange(property: string, value: unknown): PropertyChange {
  if (property === 'color') return { property, value: color().read(value, property) };
  if (property !== 'in_home_view' && !Object.hasOwn(updates, property)) throw unknownProperty({ property });
  if (typeof value !== 'boolean') throw parameterInvalid({ name: property, problem: problems.notBoolean });
  // The older, inverted name.
  if (property === 'in_home_view') return { property: 'is_muted', value: !value };
  return { property: property as PropertyChange['property'], value };
}

/** The color of a channel, as `#rgb` or `#rrggbb`. */
export function color(): Kind<string> {
  return {
    ...text(),
    schema: { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
    bad: ['x', '#12', '#12345g'],
    read(raw, name) {
      const value = text().read(raw, name);
      if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value;
      throw parameterInvalid({ name, problem: problems.notColor });
    },
  };
}

/** Changes a user's setting for a subscribed channel, and publishes it to their clients. */
export function doSetProperty(app: Context, user: User, channel: Channel, { property, value }: PropertyChange): void {
  const stored = typeof value === 'boolean' ? Number(value) : value;
  if (app.db.run(updates[property], stored, user.id, channel.id).changes === 0) return;
  const news = (name: string, its: string | boolean) =>
    publish(
      app,
      { type: 'subscription', op: 'update', property: name, value: its, stream_id: channel.id },
      { user_ids: [user.id] },
    );
  if (property === 'is_muted') news('in_home_view', !value);
  news(property, value);
}
