import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { formatMoment } from '../text/time.ts';

/** One attempt to call the URL of a bot; times are in UNIX seconds. */
interface OutgoingCall {
  time: number;
  trigger: string;
  /** From 1 on. */
  attempt: number;
  status: number | null;
  /** In milliseconds. */
  duration: number;
  /** In the language of the user; null if nothing is wrong. */
  problem: string | null;
  next_at: number | null;
}

/** What became of the last calls to the URL of a bot, of the last 24 hours. */
export function OutgoingCalls({ user_id }: { user_id: number }) {
  const { call } = useClient();
  const fetched = useFetched(() => call<{ calls: OutgoingCall[] }>('GET', `/bots/${user_id}/outgoing_calls`));
  const calls = fetched.value.value?.calls;
  return (
    <section class="of-a-bot">
      <h3>{t('bots.lastCalls')}</h3>
      {calls === undefined && <Loading fetched={fetched} />}
      {calls?.length === 0 && <p class="quiet">{t('bots.noCalls')}</p>}
      <ul>
        {calls?.map((one, index) => (
          <li key={index}>{lineOf(one)}</li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="button is-plain" onClick={fetched.reload}>
          {t('bots.lookAgain')}
        </button>
      </div>
    </section>
  );
}

function lineOf({ time, trigger, attempt, status, duration, problem, next_at }: OutgoingCall): string {
  const at = formatMoment(time);
  const said =
    status === null
      ? t('bots.callFailed', { time: at, duration })
      : t('bots.callAnswered', { time: at, status, duration });
  const reason = problem === null ? '' : t('bots.callProblem', { problem });
  const again = next_at === null ? '' : t('bots.callAgain', { time: formatMoment(next_at) });
  return [said, reason, t('bots.callTrigger', { trigger, attempt }), again].filter(Boolean).join(' ');
}
