import { headers } from '../api/call.ts';
import type { Client } from '../client.ts';
import { openDialog } from '../commands/view-state.ts';
import { forgetAll, isLeaving } from '../device/kept.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';

/** Logs out. Asks first if that deletes something that only this browser has. */
export async function startLogOut(client: Client): Promise<void> {
  await client.sharedDrafts.value?.push();
  const { drafts, outbox } = client;
  const count = [...drafts.all.value.values()].filter(({ isSaved }) => !isSaved).length;
  const unsent = outbox.entries.value.filter(({ state }) => state !== 'sent').length;
  if (count + unsent === 0) await logOut(client);
  else openDialog({ kind: 'log-out', drafts: count, unsent });
}

interface Props {
  drafts: number;
  unsent: number;
  onClose: () => void;
}

export function LogOutDialog({ drafts, unsent, onClose }: Props) {
  const client = useClient();
  return (
    <Dialog title={t('dialogs.logOutQuestion')} onClose={onClose}>
      <p>{describeLoss(unsent, drafts)}</p>
      <div class="buttons">
        <button type="button" class="button is-dangerous" onClick={() => void logOut(client).finally(onClose)}>
          {t('dialogs.logOutAndDelete')}
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function describeLoss(unsent: number, drafts: number): string {
  if (unsent === 0) return t('dialogs.logOutDeletesDrafts', { drafts });
  if (drafts === 0) return t('dialogs.logOutDeletesUnsent', { unsent });
  return t('dialogs.logOutDeletesBoth', { unsent, drafts });
}

/** Ends the session, and then deletes what this browser keeps: without a connection, everything stays. */
async function logOut(client: Client): Promise<void> {
  isLeaving.value = true;
  try {
    await endSession();
  } catch {
    isLeaving.value = false;
    return client.say(t('dialogs.stillLoggedIn'));
  }
  await forgetAll();
  await uninstall();
  // Views store what is written in them when the page goes away.
  addEventListener('pagehide', () => forgetWords(client.store.user_id));
  location.assign('/login');
}

/** In milliseconds. */
const patience = 10_000;

/** Throws if the server does not answer. */
async function endSession(): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  const { type } = await fetch('/logout', { method: 'POST', redirect: 'manual', headers, signal });
  // The server answers with a redirection, proxies with pages.
  if (type !== 'opaqueredirect') throw new Error('the session was not ended');
}

/** Removes the service worker, which would keep more, and all files that it kept. */
async function uninstall(): Promise<void> {
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) await one.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}

/** Deletes what this browser stores, except for drafts and unsent messages of others. */
function forgetWords(user_id: number): void {
  for (const key of Object.keys(localStorage)) {
    const [kind = '', owner] = key.split(':');
    if (!['drafts', 'outbox'].includes(kind) || owner === `${user_id}`) localStorage.removeItem(key);
  }
  sessionStorage.clear();
}
