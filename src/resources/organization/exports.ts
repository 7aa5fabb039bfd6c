import { listExportConsents } from '../../accounts/export-consent.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getExportConsents: Endpoint = endpoint({
  method: 'GET',
  path: '/export/realm/consents',
  summary: 'Get who lets administrators export their private data',
  access: 'administrator',
  params: {},
  errors: [],
  handler: ({ db }) => ({ export_consents: listExportConsents(db) }),
});
