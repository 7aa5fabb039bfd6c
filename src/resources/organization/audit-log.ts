import { listEntries } from '../../audit/entries.ts';
import { auditedObjects } from '../../audit/tables.ts';
import { integer, oneOf, optional, text } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getAuditLog: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/audit_log',
  summary: 'Get the audit log: changes to the organization and to other users, with old and new values, newest first',
  access: 'owner',
  params: {
    before: optional(integer({ min: 1 }), 'Only entries with a smaller id, to get the next page.'),
    limit: optional(integer({ min: 1, max: 1000 }), 'Maximum number of entries.', { fallback: 100 }),
    acting_user_id: optional(integer({ min: 0 }), 'Only entries of this actor; 0: entries of commands.'),
    user_id: optional(integer({ min: 1 }), 'Only entries of this actor and entries about this user.'),
    action: optional(
      text({ max: 100 }),
      'Only entries of this action: the operation id of an endpoint, or the name of a command.',
    ),
    object: optional(oneOf(auditedObjects), 'Only entries that changed a row of this kind, in the words of the log.'),
    since: optional(integer({ min: 0 }), 'Only entries from this time on, in UNIX seconds.'),
  },
  errors: [],
  handler({ db }, { limit, acting_user_id, ...filter }) {
    const actor = acting_user_id === undefined ? {} : { actor_id: acting_user_id || null };
    // One more entry shows whether there is another page.
    const entries = listEntries(db, { ...filter, ...actor }, limit + 1);
    return { entries: entries.slice(0, limit), found_oldest: entries.length <= limit };
  },
});
