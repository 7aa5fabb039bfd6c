import { type Signal, useSignal } from '@preact/signals';
import { t } from '../language/texts.ts';
import { formatField, readField, toSeconds } from '../later/times.ts';
import { formatMoment } from '../text/time.ts';
import { listEnds } from './ends.ts';

const atTime = 'at';

/** Chooses when a status ends, in UNIX seconds; null for never. */
export function EndChoice({ end }: { end: Signal<number | null> }) {
  const isOther = useSignal(end.peek() !== null);
  const now = useSignal(new Date()).value;
  const choose = (value: string) => {
    isOther.value = value === atTime;
    end.value = isOther.value ? toSeconds(now) + 3600 : Number(value) || null;
  };
  return (
    <>
      <label>
        {t('people.statusEnds')}
        <select
          class="field"
          value={isOther.value ? atTime : String(end.value ?? '')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{t('people.statusStays')}</option>
          {listEnds(now).map(([name, timestamp]) => (
            <option key={name} value={timestamp}>
              {name} ({formatMoment(timestamp)})
            </option>
          ))}
          <option value={atTime}>{t('later.anotherTime')}</option>
        </select>
      </label>
      {isOther.value && <EndField end={end} />}
    </>
  );
}

function EndField({ end }: { end: Signal<number | null> }) {
  return (
    <label>
      {t('later.time')}
      <input
        class="field"
        type="datetime-local"
        required
        defaultValue={formatField(end.peek() ?? 0)}
        onChange={({ currentTarget }) => {
          end.value = readField(currentTarget.value) ?? null;
        }}
      />
    </label>
  );
}
