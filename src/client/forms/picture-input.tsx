import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../language/texts.ts';
import type { InputProps } from './control.ts';

/** Selects a picture, and shows it before it is sent. */
export function PictureInput({ id, field, value, onChange }: InputProps<'picture'>) {
  const file = value instanceof File ? value : undefined;
  const url = usePreview(file);
  return (
    <div class="picture-input">
      {url && <img src={url} alt="" width={64} height={64} />}
      <label class="button is-plain">
        {file ? t('forms.chooseAnother') : t('forms.chooseAPicture')}
        <input
          id={id}
          class="unseen"
          type="file"
          accept="image/*"
          aria-label={field.label}
          disabled={field.isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
        />
      </label>
    </div>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
