import {
  accessSubscribedChannel,
  doSetProperty,
  notSubscribed,
  type PropertyChange,
  readPropertyChange,
  unknownProperty,
} from '../../channels/subscription-property.ts';
import { invalidChannelId } from '../../conversations/channel.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { integer, type Kind, list, object, required, text } from '../../http/params.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const params = {
  subscription_data: required(
    list(change(), { max: 10_000 }),
    'The changes, each with a channel, a property and its new value.',
  ),
};
const errors = [invalidChannelId, notSubscribed, unknownProperty];

export const updateSubscriptionSettings: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: 'Set colour, muting, pins and notifications of channels',
  access: 'user',
  params,
  errors,
  handler: (context, { subscription_data }) => update(context, subscription_data),
});

export const patchSubscriptionSettings: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/properties',
  summary: 'Set colour, muting, pins and notifications of channels; the same as POST',
  access: 'user',
  params,
  errors,
  handler: (context, { subscription_data }) => update(context, subscription_data),
});

export const updateSubscriptionProperty: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  summary: 'Set one property of a channel',
  access: 'user',
  params: {
    stream_id: required(integer(), 'The channel.'),
    property: required(text(), 'Name of the property.'),
    value: required(bareValue(), 'Its new value.'),
  },
  errors: [...errors, parameterInvalid],
  handler: (context, { stream_id, property, value }) =>
    update(context, [{ stream_id, ...readPropertyChange(property, value) }]),
});

interface Change extends PropertyChange {
  stream_id: number;
}

function update({ app, user }: Call, changes: readonly Change[]): Record<string, never> {
  for (const { stream_id, ...change } of changes) {
    doSetProperty(app, user, accessSubscribedChannel(app, user, stream_id), change);
  }
  return {};
}

/** Reads an element of subscription_data. */
function change(): Kind<Change> {
  const fields = object({
    stream_id: required(integer(), 'The channel.'),
    property: required(text(), 'Name of the property.'),
    value: required(anyValue(), 'Its new value.'),
  });
  return {
    ...fields,
    read(raw, name) {
      const { stream_id, property, value } = fields.read(raw, name);
      return { stream_id, ...readPropertyChange(property, value) };
    },
  };
}

// The type depends on the property.
function anyValue(): Kind<unknown> {
  return { schema: { anyOf: [{ type: 'boolean' }, { type: 'string' }] }, json: false, bad: [], read: (raw) => raw };
}

function bareValue(): Kind<unknown> {
  return { ...anyValue(), read: (raw) => (raw === 'true' || raw === 'false' ? raw === 'true' : raw) };
}
