import { useSignal } from '@preact/signals';
import type { WebhookForm } from '../api/types.ts';
import { formatList } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { formatMoment } from '../text/time.ts';

/** The last call of a tool to a bot, as the server remembers it for a day. */
interface WebhookCall {
  tool: string;
  event: string | null;
  /** In UNIX seconds. */
  time: number;
  result: 'posted' | 'excluded' | 'refused';
  msg: string | null;
}

/** What became of the last call to a bot; with an address of a tool, also how to connect and to try it. */
export function WebhookCheck({ user_id, address }: { user_id: number; address?: string }) {
  const { call } = useClient();
  const fetched = useFetched(() => call<{ call: WebhookCall | null }>('GET', `/bots/${user_id}/webhook_call`));
  const said = useSignal('');
  const { problem, isBusy, runOnce } = useAction();
  const test = async (tried: string) => {
    said.value = '';
    if (await runOnce(() => postExample(tried))) said.value = t('bots.testPosted');
    fetched.reload();
  };
  const last = fetched.value.value;
  return (
    <section class="of-a-bot">
      {address !== undefined && <Steps />}
      <div class="buttons">
        {address !== undefined && (
          <button type="button" class="button is-plain" disabled={isBusy.value} onClick={() => void test(address)}>
            {t('bots.sendATest')}
          </button>
        )}
        <button type="button" class="button is-plain" onClick={fetched.reload}>
          {t('bots.lookAtTheLastCall')}
        </button>
      </div>
      <Problem text={problem.value} />
      <p class="quiet" role="status">
        {said.value} {last && (last.call ? <LastCall last={last.call} /> : t('bots.noCall'))}
      </p>
    </section>
  );
}

function Steps() {
  return (
    <>
      <h3>{t('bots.connectTheTool')}</h3>
      <ol>
        <li>{t('bots.stepChoose')}</li>
        <li>{t('bots.stepCopy')}</li>
        <li>{t('bots.stepTest')}</li>
        <li>{t('bots.stepLook')}</li>
      </ol>
    </>
  );
}

function LastCall({ last }: { last: WebhookCall }) {
  const { store } = useClient();
  const forms: readonly WebhookForm[] = store.read('people').state.realm_incoming_webhook_bots;
  const tool = forms.find(({ name }) => name === last.tool)?.display_name ?? last.tool;
  const event = last.event === null || last.event === 'message' ? [] : [last.event];
  return <>{describeCall(last, formatList([tool, ...event]))}</>;
}

function describeCall({ time, result, msg }: WebhookCall, call: string): string {
  const about = { call, time: formatMoment(time) };
  if (result === 'posted') return t('bots.callPosted', about);
  return result === 'excluded' ? t('bots.callExcluded', about) : t('bots.callRefused', { ...about, reason: msg ?? '' });
}

/** Posts an example of the tool to the address, as the tool would. Rejects with the answer if it is refused. */
async function postExample(address: string): Promise<void> {
  const response = await fetch(`${address}&example=true`, { method: 'POST', credentials: 'omit' });
  const answer: { msg?: string } = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.msg || response.statusText);
}
