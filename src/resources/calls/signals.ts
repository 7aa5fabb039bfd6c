import { accessCall, callEnded } from '../../calls/audience.ts';
import type { HearsMembers } from '../../calls/life-signs.ts';
import { accessMember, memberErrors } from '../../calls/membership.ts';
import { doReact, doSignal, type LimitsSignals, signalErrors } from '../../calls/signal.ts';
import { unknownEmojiName } from '../../emoji/emoji.ts';
import { integer, required, text } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const call_id = required(integer(), 'The call.');
const session = required(text({ min: 8, max: 64 }), 'The name under which your tab joined.');

export const sendCallSignal: Endpoint<HearsMembers & LimitsSignals> = endpoint({
  method: 'POST',
  path: '/calls/{call_id}/signals',
  summary: 'Hand a signal of WebRTC to another member of a call',
  access: 'user',
  onlyPeople: true,
  params: {
    call_id,
    session,
    to: required(integer(), 'The other member.'),
    to_session: required(text({ max: 64 }), 'The name under which their tab joined.'),
    data: required(text(), 'An offer, an answer or a candidate, as JSON.'),
  },
  // They have limits of their own.
  weight: () => 0,
  errors: [callEnded, ...memberErrors, ...signalErrors],
  handler({ app, user }, { call_id, ...signal }) {
    const call = accessCall(app, user, call_id);
    accessMember(app, user, call, signal.session);
    app.lifeSigns.note(user.id);
    doSignal(app, user, call, signal);
    return {};
  },
});

export const reactInCall: Endpoint = endpoint({
  method: 'POST',
  path: '/calls/{call_id}/reactions',
  summary: 'Show an emoji to the members of a call for a moment',
  access: 'user',
  onlyPeople: true,
  params: { call_id, session, emoji: required(text(), 'Name of the emoji.') },
  errors: [callEnded, ...memberErrors, unknownEmojiName],
  handler({ app, user }, { call_id, session, emoji }) {
    const call = accessCall(app, user, call_id);
    accessMember(app, user, call, session);
    doReact(app, user, call, emoji);
    return {};
  },
});
