import { inBatches } from '../../channels/batches.ts';
import {
  type CreationParams,
  creationErrors,
  creationParams,
  doCreateWishedChannel,
  ensureCanCreate,
} from '../../channels/creation.ts';
import { doSubscribe } from '../../channels/subscription.ts';
import { type Channel, findChannelByName, getChannel } from '../../conversations/channel.ts';
import { checkChannelName } from '../../conversations/channel-name.ts';
import type { SubmitsLongReads } from '../../db/turn-queue.ts';
import { escapeHtml } from '../../ground/text.ts';
import { InTurns } from '../../http/endpoint.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, integer, list, optional, required, text } from '../../http/params.ts';
import { doAnnounceChannel, doNotifySubscribed } from '../../messages/notices.ts';
import { accessUser } from '../../users/access.ts';
import { ensureActive, getUser, noSuchUser, type User, userIsDeactivated } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

/** `name` as the message shows it, `asked` as in the request. */
const channelExists = errorKind<{ name: string; asked: string }>("Channel '{name}' already exists", {
  code: 'CHANNEL_ALREADY_EXISTS',
  status: 409,
  extra: ({ asked }) => ({ channel_name: asked }),
});

export const createChannel: Endpoint<SubmitsLongReads> = endpoint({
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
  handler: (context, params) => new InTurns(doCreate(context, params)),
});

type CreateParams = CreationParams & {
  name: string;
  description: string | undefined;
  subscribers: readonly number[];
  send_new_subscription_messages: boolean;
};

function* doCreate({ app, user }: Call, { subscribers, ...params }: CreateParams) {
  const users = [...new Set(subscribers)].map((id) => ensureActive(accessUser(app, user, id)));
  const name = checkChannelName(params.name);
  if (findChannelByName(app.db, name)) throw channelExists({ name: escapeHtml(name), asked: name });
  const { id } = doCreateWishedChannel(app, user, { ...params, name }, params);
  const subscribed: { user: User; channel: Channel }[] = [];
  yield* inBatches(app, { targets: [id], users, first: user }, (_, some) => {
    ensureCanCreate(app, getUser(app.db, user.id), params);
    const channel = getChannel(app.db, id);
    for (const one of doSubscribe(app, channel, some)) subscribed.push({ user: one, channel });
  });
  doAnnounceChannel(app, user, getChannel(app.db, id), params.announce);
  if (params.send_new_subscription_messages) doNotifySubscribed(app, user, subscribed);
  return { id };
}
