import type { State } from '../api/types.ts';
import type { Client } from '../client.ts';
import { openDialog } from '../commands/view-state.ts';
import { forgetAll } from '../device/kept.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';

/** Logs out. Asks first if that deletes something that only this browser has. */
export async function startLogOut(client: Client): Promise<void> {
  await client.sharedDrafts.value?.push();
  const { drafts, outbox, store } = client;
  const count = [...drafts.all.value.values()].filter(({ isSaved }) => !isSaved).length;
  const unsent = outbox.entries.value.filter(({ state }) => state !== 'sent').length;
  if (count + unsent === 0) await logOut(store.model.state);
  else openDialog({ kind: 'log-out', drafts: count, unsent });
}

interface Props {
  drafts: number;
  unsent: number;
  onClose: () => void;
}

export function LogOutDialog({ drafts, unsent, onClose }: Props) {
  const { store } = useClient();
  const left = [numberOf(unsent, 'message that was not sent'), numberOf(drafts, 'draft')].filter(Boolean);
  return (
    <Dialog title="Log out?" onClose={onClose}>
      <p>This deletes {left.join(' and ')} from this browser. Nothing else has a copy.</p>
      <div class="buttons">
        <button type="button" class="button is-dangerous" onClick={() => void logOut(store.model.state)}>
          Log out and delete
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function numberOf(count: number, name: string): string {
  if (count === 0) return '';
  return count === 1 ? `a ${name}` : `${count} ${name.replace(/^\w+/, '$&s').replace(' that was', ' that were')}`;
}

/** Ends the session by submitting a form, because the server accepts that only from its own pages. */
async function logOut({ user_id }: Pick<State, 'user_id'>): Promise<void> {
  await forgetAll();
  await uninstall();
  // Views store what is written in them when the page goes away.
  addEventListener('pagehide', () => forgetWords(user_id));
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/logout';
  document.body.append(form);
  form.submit();
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
