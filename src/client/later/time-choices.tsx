import { t } from '../language/texts.ts';
import { moveByArrows } from '../parts/menu.tsx';
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
      <TimeList times={times} format={formatMoment} onChoose={onChoose} />
      <form class="form" onSubmit={submitted}>
        <TimeField label={t('later.anotherTime')} timestamp={toSeconds(new Date()) + 3600} />
        <button type="submit" class="button">
          {action}
        </button>
      </form>
    </>
  );
}

interface ListProps extends Required<Pick<Props, 'times' | 'onChoose'>> {
  /** What stands beside the name of a time. */
  format: (timestamp: number) => string;
}

/** Suggested times, of which the first gets the focus when a dialog opens. */
export function TimeList({ times, format, onChoose }: ListProps) {
  return (
    <ul class="menu times" onKeyDown={moveByArrows}>
      {times.map(([name, timestamp], index) => (
        <li key={name}>
          <button type="button" autofocus={index === 0} onClick={() => onChoose(timestamp)}>
            {name} <span class="quiet">{format(timestamp)}</span>
          </button>
        </li>
      ))}
    </ul>
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
