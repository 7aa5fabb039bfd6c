import { t } from '../language/texts.ts';
import { CallError, headers, NetworkError } from './call.ts';
import { longestSilence, watchSilence } from './silence.ts';

interface UploadedFile {
  url: string;
  filename: string;
}

interface UploadOptions {
  /** The endpoint that accepts the file. */
  path?: string;
  method?: 'POST' | 'PATCH';
  /** Further fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** Called with the uploaded share of the file, from 0 to 1. */
  progress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Uploads a file, however long it takes while there is progress. Throws the same errors as call(). */
export function upload(file: File, options: UploadOptions): Promise<UploadedFile> {
  const { path = '/user_uploads', method = 'POST', fields = {}, progress, signal } = options;
  // fetch() does not report the progress of uploads.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open(method, `/api/v1${path}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    const giveUp = () => {
      reject(new NetworkError(t('api.unanswered')));
      request.abort();
    };
    const { heard, end } = watchSilence(longestSilence.uploading, giveUp);
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      progress?.(total === 0 ? 1 : loaded / total);
    };
    request.onloadend = end;
    request.onerror = () => reject(new NetworkError(t('api.unreachable')));
    request.onabort = () => reject(new NetworkError(t('api.uploadCancelled')));
    request.onload = () => {
      if (request.status === 200) resolve(request.response as UploadedFile);
      else reject(new CallError(request.status, (request.response as { msg?: string } | null) ?? {}));
    };
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    request.send(form);
  });
}
