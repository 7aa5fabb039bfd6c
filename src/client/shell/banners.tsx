import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { isOutdated } from '../device/installation.ts';
import { rich } from '../language/rich.ts';
import { useClient } from '../parts/context.ts';

// Short interruptions, for instance when a laptop wakes up, are not reported.
const patience = 5000;

/** Shows that the server does not answer, after a while. */
export function Lost() {
  const { connection } = useClient();
  const isLong = useSignal(false);
  const isOnline = connection.isOnline.value;
  useLayoutEffect(() => {
    isLong.value = false;
    if (isOnline) return;
    const timer = setTimeout(() => {
      isLong.value = true;
    }, patience);
    return () => clearTimeout(timer);
  }, [isOnline]);
  if (isOnline || !isLong.value) return null;
  return (
    <div class="lost" role="alert">
      {rich('shell.noConnection', {
        button: (inside) => (
          <button type="button" class="link" onClick={() => connection.renew()}>
            {inside}
          </button>
        ),
      })}
    </div>
  );
}

/** Offers to load the client of an upgraded server. Drafts survive it. */
export function Outdated() {
  if (!isOutdated.value) return null;
  return (
    <div class="lost" role="status">
      {rich('shell.newerVersion', {
        button: (inside) => (
          <button type="button" class="link" onClick={() => location.reload()}>
            {inside}
          </button>
        ),
      })}
    </div>
  );
}
