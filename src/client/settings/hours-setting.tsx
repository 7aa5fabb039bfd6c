import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Hours } from '../../reach/quiet.ts';
import { nameOfDay } from '../forms/declared.ts';
import { useSaver } from '../forms/saved-field.tsx';
import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';

/** What is suggested first, in minutes after midnight. */
const office = { from: 9 * 60, until: 18 * 60 };
const midnight = 24 * 60;
const week = [1, 2, 3, 4, 5, 6, 7];

/** The hours of the week in which the user is notified, on all devices. */
export function HoursSetting() {
  const { hours, zone, problem, change, onRetry } = useHours();
  const changeDay = (weekday: number, spans: readonly Hours[]) =>
    change([...hours.filter((one) => one.weekday !== weekday), ...spans].sort((a, b) => a.weekday - b.weekday));
  return (
    <fieldset class="settings">
      <legend>{t('settings.hours')}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={hours.length > 0}
          onChange={({ currentTarget }) =>
            change(currentTarget.checked ? week.slice(0, 5).map((weekday) => ({ weekday, ...office })) : [])
          }
        />
        {t('settings.hoursOnly')}
      </label>
      {hours.length > 0 && (
        <>
          <ul class="hours">
            {week.map((weekday) => (
              <Day
                key={weekday}
                weekday={weekday}
                spans={hours.filter((one) => one.weekday === weekday)}
                change={changeDay}
              />
            ))}
          </ul>
          <p class="quiet">{t('settings.hoursHint', { zone: zone.replaceAll('_', ' ') })}</p>
        </>
      )}
      <Problem text={problem} onRetry={onRetry} />
    </fieldset>
  );
}

/** The hours, and how they are saved. */
function useHours() {
  const { call, store } = useClient();
  const { availability, user_settings } = store.read('personal').state;
  const zone = user_settings.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { onChange, ...saver } = useSaver(async (hours) => {
    // Without a zone of the profile, the hours would be those of UTC.
    if (user_settings.timezone === '') await call('PATCH', '/settings', { timezone: zone });
    await call('PATCH', '/users/me/availability', { hours });
  });
  const stored = availability?.hours ?? [];
  // Until the event of a change arrives, the next change begins with it.
  const edited = useSignal<readonly Hours[] | undefined>(undefined);
  const isStored = JSON.stringify(stored) === JSON.stringify(edited.value);
  useLayoutEffect(() => {
    if (isStored) edited.value = undefined;
  }, [isStored]);
  const change = (hours: readonly Hours[]) => {
    edited.value = hours;
    onChange(hours);
  };
  return { hours: edited.value ?? stored, zone, change, ...saver };
}

interface DayProps {
  weekday: number;
  spans: readonly Hours[];
  change: (weekday: number, spans: readonly Hours[]) => void;
}

function Day({ weekday, spans, change }: DayProps) {
  const name = nameOfDay(weekday - 1);
  const edit = (span: Hours, part: Partial<Hours>) =>
    change(
      weekday,
      spans.map((one) => (one === span ? { ...one, ...part } : one)),
    );
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={spans.length > 0}
          onChange={({ currentTarget }) => change(weekday, currentTarget.checked ? [{ weekday, ...office }] : [])}
        />
        {name}
      </label>
      {spans.map((span) => (
        <span key={span.from} class="hours-span">
          <TimeInput
            label={t('settings.hoursFrom', { day: name })}
            minute={span.from}
            onChange={(from) => edit(span, { from })}
          />
          {'–'}
          <TimeInput
            label={t('settings.hoursUntil', { day: name })}
            minute={span.until}
            onChange={(until) => edit(span, { until: until === 0 ? midnight : until })}
          />
        </span>
      ))}
    </li>
  );
}

interface TimeInputProps {
  label: string;
  minute: number;
  onChange: (minute: number) => void;
}

function TimeInput({ label, minute, onChange }: TimeInputProps) {
  const two = (number: number) => String(number).padStart(2, '0');
  return (
    <input
      class="field"
      type="time"
      aria-label={label}
      required
      value={`${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`}
      onChange={({ currentTarget }) => {
        const [hours, minutes] = currentTarget.value.split(':').map(Number);
        if (hours !== undefined && minutes !== undefined) onChange(hours * 60 + minutes);
      }}
    />
  );
}
