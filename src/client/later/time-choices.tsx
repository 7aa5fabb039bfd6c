import { t } from '../language/texts.ts';
import { formatMoment } from '../text/time.ts';
import { formatField, listTimes, readField, toSeconds } from './times.ts';

interface Props {
  /** Suggested times, each with a name and UNIX seconds. */
  times?: [name: string, timestamp: number][];
  /** The action of a chosen time, as the label of a button. */
  action: string;
  onChoose: (timestamp: number) => void;
}

/** Suggested times, and a field for all others. */
export function TimeChoices({ times = listTimes(new Date()), action, onChoose }: Props) {
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const timestamp = readField(String(new FormData(event.currentTarget).get('time')));
    if (timestamp !== undefined) onChoose(timestamp);
  };
  return (
    <>
      <ul class="menu times">
        {times.map(([name, timestamp]) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(timestamp)}>
              {name} <span class="quiet">{formatMoment(timestamp)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form class="form" onSubmit={submitted}>
        <TimeField label={t('later.anotherTime')} timestamp={toSeconds(new Date()) + 3600} />
        <button type="submit" class="button">
          {action}
        </button>
      </form>
    </>
  );
}

/** A field for a time, named `time` in its form. */
export function TimeField({ label, timestamp }: { label: string; timestamp: number }) {
  return (
    <label>
      {label}
      <input class="field" type="datetime-local" name="time" required defaultValue={formatField(timestamp)} />
    </label>
  );
}
