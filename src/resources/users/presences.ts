import {
  doReportPresence,
  findVisiblePresence,
  type Presence,
  presenceTimes,
  presentLegacy,
  presentPresences,
} from '../../accounts/presence.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, excerpt, hint, integer, oneOf, optional, required, text } from '../../http/params.ts';
import { accessUserNamed } from '../../users/access.ts';
import { isBot, noSuchUser } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const botsHaveNone = errorKind('Presence is not supported for bot users.');
const noPresence = errorKind<{ user: string }>('No presence data for {user}');

export const updatePresence: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  summary: "Report your presence, and get everyone's",
  access: 'user',
  onlyPeople: true,
  params: {
    status: required(
      oneOf(['active', 'idle'], (given) => `: ${excerpt(given)}`),
      'Whether you are active.',
    ),
    new_user_input: optional(hint(boolean()), 'Whether you have used the client since the last report.', {
      fallback: false,
    }),
    ping_only: optional(boolean(), 'Report only.', { fallback: false }),
    last_update_id: optional(hint(integer()), 'Id of the newest presence update that the client has; -1 for none.'),
    history_limit_days: optional(
      hint(integer()),
      'Maximum age of the returned presence, in days, if the client has none.',
    ),
    slim_presence: optional(hint(boolean()), 'Whether to key presence by user id; always so with last_update_id.', {
      fallback: false,
    }),
  },
  errors: [],
  handler({ app, user }, { status, ping_only, last_update_id, history_limit_days, slim_presence }) {
    doReportPresence(app, user, status);
    if (ping_only) return {};
    const slim = slim_presence || last_update_id !== undefined;
    return presentPresences(app, user, { slim, last_update_id, history_limit_days });
  },
});

export const getUserPresence: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  summary: "Get a user's presence",
  access: 'user',
  scoped: 'reads',
  params: { user_id_or_email: required(text(), 'Id of the user, or their address as the API shows it.') },
  errors: [noSuchUser, botsHaveNone, noPresence],
  handler({ app, db, user }, { user_id_or_email }) {
    const found = accessUserNamed(app, user, user_id_or_email);
    if (!found.is_active) throw noSuchUser();
    if (isBot(found)) throw botsHaveNone();
    const presence = findVisiblePresence(db, found);
    if (!presence) throw noPresence({ user: user_id_or_email });
    return { presence: presentAlone(presence, app.clock.now()) };
  },
});

export const getPresence: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/presence',
  summary: 'Get the presence of everyone',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler({ app, user }) {
    const wish = { slim: false, last_update_id: undefined, history_limit_days: undefined };
    const { presence_last_update_id: _, ...answer } = presentPresences(app, user, wish);
    return answer;
  },
});

function presentAlone(presence: Presence, now: number): object {
  const { aggregated, website } = presentLegacy(presence);
  const isGone = now - aggregated.timestamp > presenceTimes.offline;
  return {
    aggregated: { status: isGone ? 'offline' : aggregated.status, timestamp: aggregated.timestamp },
    website: { status: website.status, timestamp: website.timestamp },
  };
}
