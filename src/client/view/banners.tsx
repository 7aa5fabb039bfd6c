import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isOutdated } from '../installation.ts';
import { useClient } from './context.ts';

// Short faults, as when a laptop wakes up, are not worth a word.
const patience = 5000;

/** Says that the server does not answer, once that has lasted for a while. */
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

/** Offers the client of a server that was upgraded. Drafts outlast it. */
export function Outdated() {
  if (!isOutdated.value) return null;
  return (
    <div class="lost" role="status">
      A newer version is here.{' '}
      <button type="button" class="link" onClick={() => location.reload()}>
        Load it
      </button>
    </div>
  );
}

/** Instead of everything, where neither the server nor this device has anything to show. */
export function Unreachable() {
  return (
    <main class="unreachable">
      <h1>No connection</h1>
      <p>The server cannot be reached, and nothing is kept on this device.</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  );
}
