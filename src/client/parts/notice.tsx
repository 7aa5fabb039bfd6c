import { openDialogs } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from './context.ts';

/** A message shown for a moment at the upper edge. What is outside a dialog is dimmed, and screen readers ignore it. */
export function Notice({ isInDialog = false }: { isInDialog?: boolean }) {
  const { text, href, label = t('parts.goThere') } = useClient().notice.value;
  const isShown = isInDialog || openDialogs.value === 0;
  return (
    <div class="notice" role="status">
      {isShown && text}
      {isShown && href && <a href={href}>{label}</a>}
    </div>
  );
}
