import type { Client } from '../client.ts';
import { logOut } from '../kept.ts';
import { useClient } from './context.ts';
import { Dialog } from './dialog.tsx';
import { openDialog } from './view-state.ts';

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
