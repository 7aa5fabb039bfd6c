import { findSessionOf } from '../../accounts/session-cookie.ts';
import { accessCall, callEnded, presentCall } from '../../calls/audience.ts';
import { iceServersFor } from '../../calls/ice.ts';
import type { HearsMembers } from '../../calls/life-signs.ts';
import {
  accessMember,
  changeErrors,
  doChangeSends,
  doJoinCall,
  doLeaveCall,
  joinErrors,
  memberErrors,
} from '../../calls/membership.ts';
import { boolean, integer, optional, required, text } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const call_id = required(integer(), 'The call.');
const session = required(text({ min: 8, max: 64 }), 'Random name of the tab, chosen by it.');
const says = {
  audio: 'Whether you send sound.',
  video: 'Whether you send a picture of the camera.',
  screen: 'Whether you send a picture of the screen.',
  hand: 'Whether you raise your hand.',
};
const no = { fallback: false };

export const joinCall: Endpoint<HearsMembers> = endpoint({
  method: 'POST',
  path: '/calls/{call_id}/members',
  summary: 'Join a call',
  access: 'user',
  onlyPeople: true,
  params: {
    call_id,
    session,
    audio: optional(boolean(), says.audio, no),
    video: optional(boolean(), says.video, no),
    screen: optional(boolean(), says.screen, no),
    hand: optional(boolean(), says.hand, no),
    take_over: optional(boolean(), 'Whether you leave the call or device where you are.', no),
  },
  errors: [callEnded, ...joinErrors],
  handler({ app, user, request }, { call_id, ...joining }) {
    const call = accessCall(app, user, call_id);
    const login_id = findSessionOf(app, request)?.id ?? null;
    doJoinCall(app, user, call, { ...joining, login_id });
    app.lifeSigns.note(user.id);
    return { call: presentCall(app, call), ice_servers: iceServersFor(app, user) };
  },
});

export const changeCallMember: Endpoint<HearsMembers> = endpoint({
  method: 'PATCH',
  path: '/calls/{call_id}/members/me',
  summary: 'Tell that you are still in a call, and what you send',
  access: 'user',
  onlyPeople: true,
  params: {
    call_id,
    session,
    audio: optional(boolean(), says.audio),
    video: optional(boolean(), says.video),
    screen: optional(boolean(), says.screen),
    hand: optional(boolean(), says.hand),
  },
  errors: [callEnded, ...changeErrors],
  handler({ app, user }, { call_id, session, ...sends }) {
    const call = accessCall(app, user, call_id);
    const member = accessMember(app, user, call, session);
    app.lifeSigns.note(user.id);
    doChangeSends(app, user, call, member, sends);
    return {};
  },
});

export const leaveCall: Endpoint = endpoint({
  method: 'DELETE',
  path: '/calls/{call_id}/members/me',
  summary: 'Leave a call',
  access: 'user',
  onlyPeople: true,
  params: { call_id, session },
  errors: [callEnded, ...memberErrors],
  handler({ app, user }, { call_id, session }) {
    const call = accessCall(app, user, call_id);
    accessMember(app, user, call, session);
    doLeaveCall(app, call, [user.id]);
    return {};
  },
});
