import { upload } from '../api/upload.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Tool } from '../parts/tool.tsx';
import type { Sending, Uploading, UploadState } from './uploads.tsx';

/** Uploads a file, and inserts the link to it once those of the earlier files are there. */
export async function sendFile(
  one: Uploading,
  { client: { unfinishedFiles }, files, insert, earlier }: Sending,
): Promise<void> {
  one.problem.value = '';
  const progress = (part: number) => {
    one.part.value = part;
  };
  unfinishedFiles.add(one.file.name);
  const [uploaded] = await Promise.allSettled([upload(one.file, { progress, signal: one.abort.signal }), earlier]);
  if (uploaded.status === 'rejected') throw uploaded.reason;
  const { url, filename } = uploaded.value;
  unfinishedFiles.remove(one.file.name);
  insert(`[${filename.replaceAll(/[[\]]/g, '')}](${url})`);
  files.value = files.value.filter((other) => other !== one);
}

/** Shows the progress of each file. */
export function UploadProgress({ state: { files, retry } }: { state: UploadState }) {
  const { unfinishedFiles } = useClient();
  const cancel = (one: Uploading) => {
    files.value = files.value.filter((other) => other !== one);
    unfinishedFiles.remove(one.file.name);
    one.abort.abort();
  };
  return (
    <>
      {files.value.map((one) => (
        <div key={one} class="uploading">
          <span>{one.file.name}</span>
          {one.problem.value === '' ? (
            <progress max={1} value={one.part.value} aria-label={`Uploading ${one.file.name}`} />
          ) : (
            <Problem text={one.problem.value} onRetry={one.isTooLarge ? undefined : () => retry(one)} />
          )}
          <Tool name={`Cancel ${one.file.name}`} icon="close" onClick={() => cancel(one)} />
        </div>
      ))}
    </>
  );
}
