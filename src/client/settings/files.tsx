import type { Attachment } from '../api/types.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
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
          ? `${countOf(files.length)}, ${formatSize(own)} in all.`
          : 'What you upload is listed here.'
      }
      items={files?.toSorted((a, b) => b.create_time - a.create_time)}
      source={fetched}
      empty="You have uploaded nothing yet."
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      remove={({ id, name }) => ({
        title: `Delete ${name}?`,
        text: 'It disappears from the messages that show it.',
        verb: 'Delete',
        act: () => call('DELETE', `/attachments/${id}`),
      })}
    >
      {(file) => <FileFacts file={file} />}
    </EditableList>
  );
}

function countOf(count: number): string {
  return count === 1 ? 'One file' : `${count} files`;
}

function FileFacts({ file }: { file: Attachment }) {
  const { name, path_id, size, create_time, message_ids } = file;
  const day = new Date(create_time * 1000).toLocaleDateString([], { dateStyle: 'medium' });
  const [first] = message_ids;
  return (
    <>
      <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer">
        <bdi>{name}</bdi>
      </a>
      <p class="quiet">
        {formatSize(size)}, {day}
        {first === undefined ? ', in no message' : <MessageLinks ids={message_ids} />}
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
          , <a href={`#narrow/id/${id}`}>{index === 0 ? 'its message' : `another`}</a>
        </span>
      ))}
    </>
  );
}
