import { t } from '../language/texts.ts';
import { Icon } from '../parts/icon.tsx';
import type { MessageList } from '../store/message-list.ts';

/** Shown instead of messages that could not be fetched. */
export function Failed({ list }: { list: MessageList }) {
  return (
    <div class="empty" role="alert">
      <p>{list.problem.value}</p>
      <button type="button" class="button" onClick={() => list.refresh()}>
        {t('common.tryAgain')}
      </button>
    </div>
  );
}

/** Shown above messages if others may be missing. */
export function KeptLine() {
  return <p class="kept quiet">{t('messages.keptOnDevice')}</p>;
}

/** Leads to the newest message. It lies over the messages, so it is small, and beside them where the window is wide. */
export function ToEnd({ below: count, onClick }: { below: number; onClick: () => void }) {
  const label = count === 0 ? t('messages.toTheNewest') : t('messages.newBelow', { count });
  return (
    <button type="button" class="jump" aria-label={label} title={label} onClick={onClick}>
      <Icon name="down" /> {count > 0 && count}
    </button>
  );
}

/** Shown where messages will stand, with their shape: a name and some lines each. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      {lines.map((widths) => (
        <div key={widths.join()} class="skeleton-row">
          {widths.map((width) => (
            <span key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The widths of the lines of each message, in percent. */
const lines = [
  [18, 71],
  [14, 92, 48],
  [21, 36],
  [16, 84, 63],
  [19, 57],
];
