import { doChangeAvailability } from '../../accounts/availability.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { optional, time } from '../../http/params.ts';
import { ensureAhead, findAvailability, weeklyHours } from '../../users/availability-record.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getAvailability: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/availability',
  summary: 'Get when you may be notified, and until when your status holds',
  access: 'user',
  onlyPeople: true,
  params: {},
  errors: [],
  handler({ db, user }) {
    return { availability: findAvailability(db, user.id) };
  },
});

export const changeAvailability: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/availability',
  summary: 'Change when you may be notified',
  access: 'user',
  onlyPeople: true,
  params: {
    quiet_until: optional(nullable(time()), 'Do not disturb until then, in UNIX seconds; null to end it.'),
    hours: optional(weeklyHours(), 'The hours of the week with notifications, in your time zone; none for all.'),
  },
  errors: [],
  handler({ app, user }, { quiet_until, hours }) {
    ensureAhead(app, 'quiet_until', quiet_until);
    doChangeAvailability(app, user, {
      ...(quiet_until === undefined ? {} : { quiet_until }),
      ...(hours === undefined ? {} : { hours }),
    });
    return {};
  },
});
