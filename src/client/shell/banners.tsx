import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isOutdated } from '../device/installation.ts';
import { useClient } from '../parts/context.ts';

// Short interruptions, for instance when a laptop wakes up, are not reported.
const patience = 5000;

/** Shows that the server does not answer, after a while. */
export function Lost() {
  const { connection } = useClient();
  const isLong = useSignal(false);
  const isOnline = connection.isOnline.value;
  useEffect(() => {
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
      No connection. What you write is sent when it is back.{' '}
      <button type="button" class="link" onClick={() => connection.renew()}>
        Try now
      </button>
    </div>
  );
}

/** Offers to load the client of an upgraded server. Drafts survive it. */
export function Outdated() {
  if (!isOutdated.value) return null;
  return (
    <div class="lost" role="status">
      A newer version is available.{' '}
      <button type="button" class="link" onClick={() => location.reload()}>
        Load it
      </button>
    </div>
  );
}
