import { accessCall, callEnded, presentCalls } from '../../calls/audience.ts';
import { callStartRefused, doDecline, doStartCall } from '../../calls/membership.ts';
import { integer, optional, required, text } from '../../http/params.ts';
import { accessToSend, messageType, recipient, recipientErrors } from '../../messages/recipient.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const startCall: Endpoint = endpoint({
  method: 'POST',
  path: '/calls',
  summary: 'Start a call in a conversation, or find the one that is there',
  access: 'user',
  onlyPeople: true,
  params: {
    type: required(messageType(), 'Whether `to` names a channel or users.'),
    to: required(recipient(), 'Name or id of a channel; or ids or addresses of users.'),
    topic: optional(text(), 'Topic of a call in a channel.'),
  },
  errors: [...recipientErrors, callStartRefused],
  handler({ app, user }, params) {
    const { id, message_id } = doStartCall(app, user, accessToSend(app, user, params));
    return { call_id: id, message_id };
  },
});

export const getCalls: Endpoint = endpoint({
  method: 'GET',
  path: '/calls',
  summary: 'List the live calls of the conversations that you may read',
  access: 'user',
  onlyPeople: true,
  params: {},
  errors: [],
  handler: ({ app, user }) => ({ calls: presentCalls(app, user) }),
});

export const declineCall: Endpoint = endpoint({
  method: 'POST',
  path: '/calls/{call_id}/decline',
  summary: 'Stop a call from ringing on all of your devices',
  access: 'user',
  onlyPeople: true,
  params: { call_id: required(integer(), 'The call.') },
  errors: [callEnded],
  handler({ app, user }, { call_id }) {
    doDecline(app, user, accessCall(app, user, call_id));
    return {};
  },
});
