import { integer, required } from '../../http/params.ts';
import {
  accessOwnAttachment,
  doDeleteAttachment,
  invalidAttachment,
  listAttachments,
  presentAttachments,
  uploadSpaceUsed,
} from '../../uploads/attachment.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getAttachments: Endpoint = endpoint({
  method: 'GET',
  path: '/attachments',
  summary: 'Get your uploaded files',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler: ({ db, user }) => ({
    attachments: presentAttachments(db, listAttachments(db, user)),
    upload_space_used: uploadSpaceUsed(db),
  }),
});

export const deleteAttachment: Endpoint = endpoint({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  summary: 'Delete one of your uploaded files',
  access: 'user',
  params: { attachment_id: required(integer(), 'The file.') },
  errors: [invalidAttachment],
  handler({ app, db, user }, { attachment_id }) {
    doDeleteAttachment(app, accessOwnAttachment(db, user, attachment_id));
    return {};
  },
});
