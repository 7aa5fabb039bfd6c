import { creationErrors, creationParams, doCreateWishedChannel } from '../../channels/creation.ts';
import { doSubscribe } from '../../channels/subscription.ts';
import { findChannelByName } from '../../conversations/channel.ts';
import { checkChannelName } from '../../conversations/channel-name.ts';
import { escapeHtml } from '../../ground/text.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, integer, list, optional, required, text } from '../../http/params.ts';
import { doAnnounceChannel, doNotifySubscribed } from '../../messages/notices.ts';
import { accessUser } from '../../users/access.ts';
import { ensureActive, noSuchUser, userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** `name` as the message shows it, `asked` as in the request. */
const channelExists = errorKind<{ name: string; asked: string }>("Channel '{name}' already exists", {
  code: 'CHANNEL_ALREADY_EXISTS',
  status: 409,
  extra: ({ asked }) => ({ channel_name: asked }),
});

export const createChannel: Endpoint = endpoint({
  method: 'POST',
  path: '/channels/create',
  summary: 'Create a channel',
  access: 'member',
  params: {
    name: required(text(), 'Name of the channel.'),
    description: optional(text(), 'Description, in Markdown.'),
    subscribers: required(list(integer(), { max: 20_000 }), 'Ids of the first subscribers.'),
    send_new_subscription_messages: optional(boolean(), 'Whether to notify other users that they were subscribed.', {
      fallback: true,
    }),
    ...creationParams,
  },
  errors: [...creationErrors, channelExists, noSuchUser, userIsDeactivated],
  handler({ app, user }, { subscribers, ...params }) {
    const users = [...new Set(subscribers)].map((id) => ensureActive(accessUser(app, user, id)));
    const name = checkChannelName(params.name);
    if (findChannelByName(app.db, name)) throw channelExists({ name: escapeHtml(name), asked: name });
    const channel = doCreateWishedChannel(app, user, { ...params, name }, params);
    const subscribed = doSubscribe(app, channel, users).map((one) => ({ user: one, channel }));
    doAnnounceChannel(app, user, channel, params.announce);
    if (params.send_new_subscription_messages) doNotifySubscribed(app, user, subscribed);
    return { id: channel.id };
  },
});
