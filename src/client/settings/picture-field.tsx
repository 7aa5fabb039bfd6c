import { upload } from '../api/upload.ts';
import { useClient } from '../view/context.ts';

/** Uploads a picture that stands for somebody, or for the organization. */
export function PictureField({ path, canDelete }: { path: string; canDelete: boolean }) {
  const client = useClient();
  const send = (file: File | undefined) => {
    if (file) void client.attempt(upload(file, { path }));
  };
  return (
    <div class="buttons">
      <label class="button is-plain">
        Choose a picture
        <input
          class="unseen"
          type="file"
          accept="image/*"
          onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
        />
      </label>
      {canDelete && (
        <button type="button" class="button is-plain" onClick={() => void client.attempt(client.call('DELETE', path))}>
          Remove it
        </button>
      )}
    </div>
  );
}
