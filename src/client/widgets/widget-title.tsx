import { useSignal } from '@preact/signals';
import { t } from '../language/texts.ts';
import { Tool } from '../parts/tool.tsx';
import { LineForm } from './line-form.tsx';

interface Props {
  title: string;
  /** The label of the title. */
  label: string;
  isMine: boolean;
  onChange: (title: string) => Promise<boolean>;
}

/** The title of a widget, which its author can change. */
export function WidgetTitle({ title, label, isMine, onChange }: Props) {
  const isEditing = useSignal(false);
  const save = async (text: string) => {
    const isSaved = await onChange(text);
    if (isSaved) isEditing.value = false;
    return isSaved;
  };
  if (isEditing.value) return <LineForm label={label} action={t('common.save')} initial={title} onSubmit={save} />;
  return (
    <h2 dir="auto">
      {title}
      {isMine && (
        <Tool
          name={t('widgets.changeTitle', { title })}
          icon="pencil"
          onClick={() => {
            isEditing.value = true;
          }}
        />
      )}
    </h2>
  );
}
