import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about the server itself that succeed. */
export const validCalls: ValidCalls = {
  getServerSettings: () => ({ as: 'anonymous' }),
  getOpenApi: () => ({ as: 'anonymous' }),
  getExportConsents: () => ({ as: 'admin' }),
  getAuditLog: () => ({
    as: 'owner',
    values: { before: 1000, limit: 10, acting_user_id: 0, user_id: 8, action: 'updateRealm', since: 0 },
  }),
};

/** Calls about the server itself that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
