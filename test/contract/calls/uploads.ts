import type { Client, Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import type { Call, Provocations, ValidCalls } from '../call.ts';

const note = { name: 'note.txt', bytes: new TextEncoder().encode('Buy tea') };
const large = { name: 'large.bin', bytes: new Uint8Array(1024 * 1024 + 1) };

export const validCalls: ValidCalls = {
  uploadFile: () => ({ as: 'alice', files: [note] }),
  getTemporaryUrl: async (server) => ({ as: 'alice', path: await uploadedPath(server) }),
  getAttachments: () => ({ as: 'guest' }),
  deleteAttachment: async (server) => ({ as: 'alice', path: { attachment_id: await uploadedId(server) } }),
};

const notFound = { msg: 'File not found.', code: 'NOT_FOUND', status: 404 };

export const provocations: Provocations = {
  uploadFile: {
    'You must specify a file to upload': () => ({ as: 'alice', msg: 'You must specify a file to upload' }),
    'You may only upload one file at a time': () => ({
      as: 'alice',
      files: [note, note],
      msg: 'You may only upload one file at a time',
    }),
    'Uploaded file is larger than the allowed limit of {limit} MiB': ({ app }) => {
      app.config.max_upload_mib = 1;
      return { as: 'alice', files: [large], msg: 'Uploaded file is larger than the allowed limit of 1 MiB' };
    },
    "Upload would exceed your organization's upload quota.": ({ app }) => {
      app.config.upload_quota_mib = 1;
      const msg = "Upload would exceed your organization's upload quota.";
      return { as: 'alice', files: [large], msg, code: 'REALM_UPLOAD_QUOTA' };
    },
    'The disk of the server is nearly full; files cannot be uploaded at the moment.': ({ app }) => {
      app.config.keep_free_mib = Number.MAX_SAFE_INTEGER;
      const msg = 'The disk of the server is nearly full; files cannot be uploaded at the moment.';
      return { as: 'alice', files: [note], msg, code: 'STORAGE_FULL', status: 503 };
    },
  },
  getTemporaryUrl: {
    'File not found.': async (server) => ({ as: 'bob', path: await uploadedPath(server), ...notFound }),
  },
  deleteAttachment: {
    'Invalid attachment': async (server) => ({
      as: 'owner',
      path: { attachment_id: await uploadedId(server) },
      msg: 'Invalid attachment',
    }),
  },
};

/** The parts of the address of a file that Alice has uploaded. */
async function uploadedPath({ as }: TestServer): Promise<NonNullable<Call['path']>> {
  const { url } = await upload(as('alice'));
  const [realm_id_str = '', ...filename] = String(url).split('/').slice(2);
  return { realm_id_str, filename: filename.join('/') };
}

async function uploadedId({ as }: TestServer): Promise<number> {
  await upload(as('alice'));
  const { body } = await as('alice').get('/attachments');
  return body.attachments[0].id;
}

async function upload(client: Client): Promise<Values> {
  const body = new FormData();
  body.append('file', new Blob([note.bytes]), note.name);
  return (await client.send('POST', '/user_uploads', { body })).body;
}
