import { useLayoutEffect } from 'preact/hooks';
import { startOrJoin } from '../commands/call-commands.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { PageHead } from '../parts/page.tsx';
import { listCalls, placeOfCall } from '../store/calls.ts';

/** The address of a call: opens its conversation, and the dialog before the call. */
export function CallPage({ call_id }: { call_id: number }) {
  const client = useClient();
  const call = listCalls(client.store)?.find(({ id }) => id === call_id);
  useLayoutEffect(() => {
    if (!call) return;
    const place = placeOfCall(client.store, call);
    client.router.replace(client.linkTo(place, call.message_id));
    startOrJoin.run(client, place);
  }, [call]);
  return (
    <main class="page">
      <PageHead title={t('calls.calls')} />
      {!call && <p class="empty">{t('calls.isOver')}</p>}
    </main>
  );
}
