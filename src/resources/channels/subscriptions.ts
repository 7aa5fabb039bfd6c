import { type CreationParams, creationDefaults, creationParams, plainCreationErrors } from '../../channels/creation.ts';
import {
  channelInaccessible,
  doSubscribeByName,
  doUnsubscribeByName,
  subscribingErrors,
  unsubscribingErrors,
  type WantedChannel,
} from '../../channels/named-subscriptions.ts';
import { color } from '../../channels/subscription-property.ts';
import { includeSubscribers, presentSubscriptions } from '../../channels/subscription-record.ts';
import { channelDoesNotExist } from '../../conversations/channel.ts';
import { anyOf } from '../../http/combined-kinds.ts';
import { errorKind, guestRefused } from '../../http/errors.ts';
import { boolean, hint, integer, list, object, oneOf, optional, required, text } from '../../http/params.ts';
import { doAnnounceChannel, doNotifySubscribed } from '../../messages/notices.ts';
import { accessUser, accessUserByEmail } from '../../users/access.ts';
import { ensureActive, noSuchUser, roles, type User, userIsDeactivated } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const nothingToDo = errorKind('Nothing to do. Specify at least one of "add" or "delete".');

const mostPrincipals = 20_000;
const principals = optional(
  anyOf(list(integer(), { max: mostPrincipals }), list(text(), { max: mostPrincipals }), '["list[str]"]'),
  'Ids or addresses of users; by default you.',
);

const wantedChannels = list(
  object({
    name: required(text(), 'Name of the channel.'),
    description: optional(text(), 'Description of a new channel, in Markdown.'),
    color: optional(color(), 'Colour of the channel for the new subscribers.'),
  }),
  { max: 1000 },
);
const channelNames = list(text(), { max: 1000 });

export const subscribe: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe users to channels, creating those that do not exist',
  access: 'member',
  params: {
    subscriptions: required(wantedChannels, 'The channels.'),
    principals,
    authorization_errors_fatal: optional(boolean(), 'Whether the request fails if one channel is refused.', {
      fallback: true,
    }),
    send_new_subscription_messages: optional(boolean(), 'Whether to notify other users that they were subscribed.', {
      fallback: true,
    }),
    ...creationParams,
  },
  errors: [...subscribingErrors, noSuchUser, userIsDeactivated],
  handler(context, params) {
    const users = accessPrincipals(context, params.principals);
    const { fresh, unauthorized, ...names } = doSubscribeAndAnnounce(context, users, params.subscriptions, params);
    return {
      ...names,
      ...(params.authorization_errors_fatal ? {} : { unauthorized }),
      ...(params.send_new_subscription_messages
        ? { new_subscription_messages_sent: doNotifySubscribed(context.app, context.user, fresh) }
        : {}),
    };
  },
});

export const getSubscriptions: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Get your subscriptions',
  access: 'user',
  scoped: 'reads',
  params: {
    include_subscribers: optional(hint(oneOf(includeSubscribers)), 'Whether to list subscribers.', {
      fallback: 'false' as const,
    }),
  },
  errors: [],
  handler({ app, user }, { include_subscribers }) {
    const options = { include_subscribers, archived_channels: false, notification_settings_null: true };
    return { subscriptions: presentSubscriptions(app, user, 1, options) };
  },
});

export const updateSubscriptions: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels and unsubscribe from others',
  access: 'user',
  params: {
    delete: optional(channelNames, 'Names of channels to unsubscribe from.', { fallback: [] as string[] }),
    add: optional(wantedChannels, 'Channels to subscribe to, and to create where they do not exist.', { fallback: [] }),
  },
  errors: [...plainCreationErrors, channelInaccessible, channelDoesNotExist, guestRefused, nothingToDo],
  handler(context, params) {
    const { app, user } = context;
    const { add } = params;
    if (add.length === 0 && params.delete.length === 0) throw nothingToDo();
    if (add.length > 0 && user.role === roles.guest) throw guestRefused();
    const options = { ...creationDefaults, authorization_errors_fatal: true };
    const { subscribed, already_subscribed } = doSubscribeAndAnnounce(context, [user], add, options);
    return { subscribed, already_subscribed, ...doUnsubscribeByName(app, user, [user], params.delete) };
  },
});

export const unsubscribe: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe users from channels',
  access: 'user',
  params: { subscriptions: required(channelNames, 'Names of the channels.'), principals },
  errors: [...unsubscribingErrors, noSuchUser, userIsDeactivated],
  handler: (context, { subscriptions, principals: named }) =>
    doUnsubscribeByName(context.app, context.user, accessPrincipals(context, named), subscriptions),
});

function doSubscribeAndAnnounce(
  { app, user }: Call,
  users: readonly User[],
  channels: readonly WantedChannel[],
  params: CreationParams & { authorization_errors_fatal: boolean },
) {
  const { created, ...result } = doSubscribeByName(app, user, users, channels, params);
  for (const channel of created) doAnnounceChannel(app, user, channel, params.announce);
  return result;
}

function accessPrincipals({ app, user }: Call, named: (string | number)[] | undefined): User[] {
  if (named === undefined || named.length === 0) return [user];
  const found = named.map((one) => {
    return typeof one === 'number' ? accessUser(app, user, one) : accessUserByEmail(app, user, one);
  });
  if (found.some((one) => one.is_system_bot)) throw noSuchUser();
  return [...new Map(found.map((one) => [one.id, ensureActive(one)])).values()];
}
