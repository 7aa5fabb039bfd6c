import { upload } from '../api/upload.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';

interface Props {
  label: string;
  url: string;
  /** The endpoint for setting and deleting the picture. */
  path: string;
  fields?: Readonly<Record<string, string>>;
  canDelete: boolean;
  isWide?: boolean;
}

/** A picture of a user or of the organization, saved immediately when it is chosen. */
export function PictureField({ label, url, path, fields = {}, canDelete, isWide = false }: Props) {
  const { call } = useClient();
  const { problem, run } = useAction();
  const send = (file: File | undefined) => {
    if (file) void run(() => upload(file, { path, fields }));
  };
  return (
    <div class="picture-field">
      <img class={isWide ? 'logo' : 'avatar'} src={url} alt="" width={isWide ? undefined : 80} height={80} />
      <div>
        <b>{label}</b>
        <div class="buttons">
          <label class="button is-plain">
            {t('settings.choosePicture')}
            <input
              class="unseen"
              type="file"
              accept="image/*"
              aria-label={t('settings.choosePictureFor', { field: label })}
              onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
            />
          </label>
          {canDelete && (
            <button type="button" class="button is-plain" onClick={() => void run(() => call('DELETE', path, fields))}>
              {t('settings.removePicture')}
            </button>
          )}
        </div>
        <Problem text={problem.value} />
      </div>
    </div>
  );
}
