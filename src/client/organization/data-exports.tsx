import { EditableList } from '../forms/editable-list.tsx';
import { Form } from '../forms/form.tsx';
import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
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
  return useIsAdmin() ? <Exports /> : <ReadOnlyNote text={t('organization.exportLocked')} />;
}

function Exports() {
  const client = useClient();
  const fetched = useFetched(
    () => client.call<{ exports: DataExport[] }>('GET', '/export/realm'),
    ({ type }) => type === 'realm_export',
  );
  const questionOf = (one: DataExport) => ({
    title: t('organization.deleteExportQuestion', { export: nameOf(one) }),
    text: t('organization.deleteExportHint'),
    verb: t('common.delete'),
    act: () => client.call('DELETE', `/export/realm/${one.id}`).then(fetched.reload),
  });
  return (
    <>
      <Request />
      <EditableList
        title={t('organization.exports')}
        items={fetched.value.value?.exports.toReversed()}
        source={fetched}
        empty={t('common.noneYet')}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        tools={Download}
        remove={(one) => (one.export_url === null ? undefined : questionOf(one))}
      >
        {(one) => (
          <>
            <b>{formatMoment(one.export_time)}</b>
            <p class="quiet">
              {t('organization.exportState', { state: describeState(one), name: client.userName(one.acting_user_id) })}
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
    <Form
      fields={[]}
      verb={t('organization.exportThePublicData')}
      submit={request}
      done={t('organization.theExportIsBeing')}
    >
      <p class="quiet">{rich('organization.exportHint', { code: (inside) => <code>{inside}</code> })}</p>
    </Form>
  );
}

function Download({ export_url }: DataExport) {
  return (
    export_url && (
      <a class="button is-plain" href={new URL(export_url).pathname} download>
        {t('organization.download')}
      </a>
    )
  );
}

function nameOf({ export_time }: DataExport): string {
  return t('organization.exportOf', { time: formatMoment(export_time) });
}

function describeState({ pending, failed_timestamp, deleted_timestamp }: DataExport): string {
  if (pending) return t('organization.beingMade');
  if (failed_timestamp !== null) return t('organization.failed');
  return deleted_timestamp === null ? t('organization.complete') : t('organization.deleted');
}
