import type { TestServer } from '../../support/server.ts';
import type { Provocations, Provoke, ValidCalls } from '../call.ts';

const privateData =
  'Private data is exported on the server, with the command `chatd export`; the API exports public data.';

/** Calls about the server itself that succeed. */
export const validCalls: ValidCalls = {
  getServerSettings: () => ({ as: 'anonymous' }),
  getOpenApi: () => ({ as: 'anonymous' }),
  getExportConsents: () => ({ as: 'admin' }),
  getExports: () => ({ as: 'admin' }),
  requestExport: () => ({ as: 'admin', values: { export_type: 'public' } }),
  deleteExport: (server) => ({ as: 'admin', path: { export_id: addExport(server, { finished_at: 2 }) } }),

  getAuditLog: () => ({
    as: 'owner',
    values: { before: 1000, limit: 10, acting_user_id: 0, user_id: 8, action: 'updateRealm', since: 0 },
  }),
};

const refuseDeletion = (msg: string, times: Times): Record<string, Provoke> => ({
  [msg]: (server) => ({ as: 'admin', path: { export_id: addExport(server, times) }, msg }),
});

/** Calls about the server itself that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  requestExport: {
    [privateData]: () => ({ as: 'admin', values: { export_type: 'full_with_consent' }, msg: privateData }),
    'Exceeded rate limit.': (server) => {
      for (let count = 0; count < 5; count++) addExport(server, { failed_at: 2 });
      return { as: 'admin', msg: 'Exceeded rate limit.' };
    },
  },
  deleteExport: {
    'Invalid data export ID': () => ({ as: 'admin', path: { export_id: 7 }, msg: 'Invalid data export ID' }),
    ...refuseDeletion('Export still in progress', {}),
    ...refuseDeletion('Export failed, nothing to delete', { failed_at: 2 }),
    ...refuseDeletion('Export already deleted', { finished_at: 2, deleted_at: 3 }),
  },
};

interface Times {
  finished_at?: number;
  failed_at?: number;
  deleted_at?: number;
}

/** Stores an export that the admin requested. Returns its id. */
function addExport({ db, users, clock }: TestServer, times: Times): number {
  const { finished_at = null, failed_at = null, deleted_at = null } = times;
  const sql = `INSERT INTO realm_exports (user_id, requested_at, finished_at, failed_at, deleted_at, key)
    VALUES (?, ?, ?, ?, ?, lower(hex(randomblob(8))))`;
  return db.run(sql, users.admin.id, clock.now(), finished_at, failed_at, deleted_at).id;
}
