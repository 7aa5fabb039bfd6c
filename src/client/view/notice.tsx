import { useClient } from './context.ts';
import { openDialogs } from './view-state.ts';

/** A message shown for a moment at the lower edge. What is outside a dialog is dimmed, and screen readers ignore it. */
export function Notice({ isInDialog = false }: { isInDialog?: boolean }) {
  const { notice } = useClient();
  return (
    <div class="notice" role="status">
      {isInDialog || openDialogs.value === 0 ? notice.value : ''}
    </div>
  );
}
