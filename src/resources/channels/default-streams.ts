import { doSetDefault } from '../../channels/default-channel.ts';
import { accessChannel, invalidChannelId } from '../../conversations/channel.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, required } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const privateRefused = errorKind('Private channels cannot be made default.');

const params = { stream_id: required(integer(), 'The channel.') };

export const addDefaultStream: Endpoint = endpoint({
  method: 'POST',
  path: '/default_streams',
  summary: 'Add a channel to the default channels, which new users are subscribed to',
  access: 'administrator',
  params,
  errors: [invalidChannelId, privateRefused],
  handler({ app, user }, { stream_id }) {
    const channel = accessChannel(app, user, stream_id);
    if (channel.is_archived) throw invalidChannelId();
    if (channel.invite_only) throw privateRefused();
    doSetDefault(app, channel, true);
    return {};
  },
});

export const removeDefaultStream: Endpoint = endpoint({
  method: 'DELETE',
  path: '/default_streams',
  summary: 'Remove a channel from the default channels',
  access: 'administrator',
  params,
  errors: [invalidChannelId],
  handler({ app, user }, { stream_id }) {
    doSetDefault(app, accessChannel(app, user, stream_id), false);
    return {};
  },
});
