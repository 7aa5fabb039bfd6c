import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { UserFacts } from './user-facts.tsx';

/** A dialog about a user. */
export function UserCard({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const user = useClient().store.users.value.get(user_id);
  return (
    <Dialog title={user?.full_name ?? 'Unknown user'} onClose={onClose}>
      {user ? (
        <div class="profile">
          <UserFacts user={user} onLeave={onClose} />
        </div>
      ) : (
        <p>There is no user with this id, or you cannot see them.</p>
      )}
    </Dialog>
  );
}
