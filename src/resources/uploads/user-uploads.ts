import type { Context } from '../../context.ts';
import type { SpooledFile } from '../../http/endpoint.ts';
import { errorKind } from '../../http/errors.ts';
import { required, text } from '../../http/params.ts';
import { uploadUrl } from '../../uploads/address.ts';
import { accessFile, doAddAttachment, fileNotFound, uploadQuotaExceeded } from '../../uploads/attachment.ts';
import { detectType } from '../../uploads/content-type.ts';
import { temporaryUrl } from '../../uploads/link.ts';
import { readPicture } from '../../uploads/picture.ts';
import { diskNearlyFull, ensureSpace } from '../../uploads/space.ts';
import { transitFolder } from '../../uploads/store.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const fileMissing = errorKind('You must specify a file to upload');
const tooManyFiles = errorKind('You may only upload one file at a time');
const fileTooLarge = errorKind<{ limit: number }>('Uploaded file is larger than the allowed limit of {limit} MiB');

export const uploadFile: Endpoint = endpoint({
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file, to link to it in messages',
  access: 'user',
  scoped: 'writes',
  params: {},
  file: 'The file, of any kind.',
  spool: (app) => ({
    folder: transitFolder(app),
    limit: app.config.max_upload_mib * 1024 * 1024,
    ensureSpace: (bytes) => ensureSpace(app, bytes),
  }),
  errors: [fileMissing, tooManyFiles, fileTooLarge, uploadQuotaExceeded, diskNearlyFull],
  async prepare({ app, spooled }) {
    const file = checkFile(app, spooled);
    const type = await detectType(file.start);
    return { ...type, picture: await readPicture(file.path, type.content_type) };
  },
  handler({ app, user, spooled }, _params, facts) {
    const { path_id, name } = doAddAttachment(app, user, checkFile(app, spooled), facts);
    const url = uploadUrl(path_id);
    return { uri: url, url, filename: name };
  },
});

export const getTemporaryUrl: Endpoint = endpoint({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  endsInPath: true,
  summary: 'Get a link to a file that works without login for a minute',
  access: 'user',
  scoped: 'reads',
  params: {
    realm_id_str: required(text(), 'The first segment of the path of the file.'),
    filename: required(text(), 'The other segments of the path.'),
  },
  errors: [fileNotFound],
  handler({ app, user }, { realm_id_str, filename }) {
    return { url: temporaryUrl(app, user, accessFile(app, user, `${realm_id_str}/${filename}`)) };
  },
});

/** The only uploaded file. Throws fileMissing, tooManyFiles or fileTooLarge. */
function checkFile(app: Context, spooled: readonly SpooledFile[]): SpooledFile {
  const [file] = spooled;
  if (!file) throw fileMissing();
  if (spooled.length > 1) throw tooManyFiles();
  if (file.isTooLarge) throw fileTooLarge({ limit: app.config.max_upload_mib });
  return file;
}
