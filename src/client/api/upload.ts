import { CallError, NetworkError } from './call.ts';

export interface UploadedFile {
  url: string;
  filename: string;
}

/** Uploads a file, and tells how much of it is there: from 0 to 1. */
export function upload(file: File, progress: (part: number) => void, signal: AbortSignal): Promise<UploadedFile> {
  // fetch() does not tell how much was sent.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', '/api/v1/user_uploads');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new NetworkError('The server cannot be reached.'));
    request.onload = () => {
      if (request.status === 200) resolve(request.response as UploadedFile);
      else reject(new CallError(request.status, (request.response as { msg?: string } | null) ?? {}));
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
