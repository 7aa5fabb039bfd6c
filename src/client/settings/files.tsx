import type { Attachment } from '../api/types.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { formatDate } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { Time } from '../parts/time.tsx';
import { formatSize } from '../text/size.ts';

interface Answer {
  attachments: Attachment[];
  upload_space_used: number;
}

/** The user's uploaded files. */
export function Files() {
  const { call } = useClient();
  const fetched = useFetched(
    () => call<Answer>('GET', '/attachments'),
    ({ type }) => type === 'attachment',
  );
  const files = fetched.value.value?.attachments;
  const own = files?.reduce((sum, { size }) => sum + size, 0) ?? 0;
  return (
    <EditableList
      about={
        files && files.length > 0
          ? t('settings.filesInAll', { count: files.length, size: formatSize(own) })
          : t('settings.filesHint')
      }
      items={files?.toSorted((a, b) => b.create_time - a.create_time)}
      source={fetched}
      empty={t('settings.noFiles')}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      remove={({ id, name }) => ({
        title: t('settings.deleteFileQuestion', { name }),
        text: t('settings.deleteFileHint'),
        verb: t('common.delete'),
        act: () => call('DELETE', `/attachments/${id}`),
      })}
    >
      {(file) => <FileFacts file={file} />}
    </EditableList>
  );
}

function FileFacts({ file }: { file: Attachment }) {
  const { name, path_id, size, create_time, message_ids } = file;
  const day = <Time timestamp={create_time} format={formatDate} />;
  const [first] = message_ids;
  return (
    <>
      <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer">
        <bdi>{name}</bdi>
      </a>
      <p class="quiet">
        {first === undefined
          ? rich('settings.fileInNoMessage', { size: formatSize(size), day })
          : rich('settings.fileInMessages', {
              size: formatSize(size),
              day,
              messages: <MessageLinks ids={message_ids} />,
            })}
      </p>
    </>
  );
}

/** Links to the messages that contain a file. */
function MessageLinks({ ids }: { ids: readonly number[] }) {
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`#narrow/id/${id}`}>{t(index === 0 ? 'settings.itsMessage' : 'settings.anotherMessage')}</a>
        </span>
      ))}
    </>
  );
}
