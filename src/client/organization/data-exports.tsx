import { EditableList } from '../forms/editable-list.tsx';
import { Form } from '../forms/form.tsx';
import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { formatMoment } from '../text/time.ts';

/** An export as the API lists it. Times are UNIX seconds. */
interface DataExport {
  id: number;
  acting_user_id: number;
  export_time: number;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  /** Null until the file is complete, and after it was deleted. */
  export_url: string | null;
  pending: boolean;
}

/** Exports of the public data: requested, downloaded and deleted by administrators. */
export function DataExports() {
  return useIsAdmin() ? <Exports /> : <ReadOnlyNote text="Administrators can export the public data." />;
}

function Exports() {
  const client = useClient();
  const fetched = useFetched(
    () => client.call<{ exports: DataExport[] }>('GET', '/export/realm'),
    ({ type }) => type === 'realm_export',
  );
  const questionOf = (one: DataExport) => ({
    title: `Delete ${nameOf(one)}?`,
    text: 'Its file cannot be downloaded any more.',
    verb: 'Delete',
    act: () => client.call('DELETE', `/export/realm/${one.id}`).then(fetched.reload),
  });
  return (
    <>
      <Request />
      <EditableList
        title="Exports"
        items={fetched.value.value?.exports.toReversed()}
        source={fetched}
        empty="There are none yet."
        keyOf={({ id }) => id}
        nameOf={nameOf}
        tools={Download}
        remove={(one) => (one.export_url === null ? undefined : questionOf(one))}
      >
        {(one) => (
          <>
            <b>{formatMoment(one.export_time)}</b>
            <p class="quiet">
              {describeState(one)}, requested by {client.userName(one.acting_user_id)}
            </p>
          </>
        )}
      </EditableList>
    </>
  );
}

function Request() {
  const { call } = useClient();
  const request = () => call('POST', '/export/realm');
  return (
    <Form fields={[]} verb="Export the public data" submit={request} done="The export is being made.">
      <p class="quiet">
        An archive of public channels, with their messages and files, and of the people. Private channels and direct
        messages are left out; on the server, <code>chatd export</code> exports them too.
      </p>
    </Form>
  );
}

function Download({ export_url }: DataExport) {
  return (
    export_url && (
      <a class="button is-plain" href={new URL(export_url).pathname} download>
        Download
      </a>
    )
  );
}

function nameOf({ export_time }: DataExport): string {
  return `the export of ${formatMoment(export_time)}`;
}

function describeState({ pending, failed_timestamp, deleted_timestamp }: DataExport): string {
  if (pending) return 'Being made';
  if (failed_timestamp !== null) return 'Failed';
  return deleted_timestamp === null ? 'Complete' : 'Deleted';
}
