import { listExportConsents } from '../../accounts/export-consent.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, optional, required } from '../../http/params.ts';
import {
  accessDeletableExport,
  deletionErrors,
  doDeleteExport,
  doRequestExport,
  ensureCanRequest,
  exportType,
  presentExports,
  tooManyExports,
} from '../../organization/data-export.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const privateDataRefused = errorKind(
  'Private data is exported on the server, with the command `chatd export`; the API exports public data.',
);

export const getExports: Endpoint = endpoint({
  method: 'GET',
  path: '/export/realm',
  summary: 'Get all exports of public data',
  access: 'administrator',
  params: {},
  errors: [],
  handler: ({ app, user }) => ({ exports: presentExports(app, user) }),
});

export const requestExport: Endpoint = endpoint({
  method: 'POST',
  path: '/export/realm',
  summary: 'Request an export of public data',
  access: 'administrator',
  params: {
    export_type: optional(exportType(), '`public`: public data. The other types, with private data, are refused.', {
      fallback: 'public',
    }),
  },
  errors: [privateDataRefused, tooManyExports],
  handler({ app, user }, { export_type }) {
    if (export_type !== 'public') throw privateDataRefused();
    ensureCanRequest(app);
    return { id: doRequestExport(app, user) };
  },
});

export const deleteExport: Endpoint = endpoint({
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  summary: 'Delete the file of an export',
  access: 'administrator',
  params: { export_id: required(integer(), 'The export.') },
  errors: deletionErrors,
  handler({ app, db }, { export_id }) {
    doDeleteExport(app, accessDeletableExport(db, export_id));
    return {};
  },
});

export const getExportConsents: Endpoint = endpoint({
  method: 'GET',
  path: '/export/realm/consents',
  summary: 'Get which users allow administrators to export their private data',
  access: 'administrator',
  params: {},
  errors: [],
  handler: ({ db }) => ({ export_consents: listExportConsents(db) }),
});
