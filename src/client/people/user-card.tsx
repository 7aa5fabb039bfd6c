import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Popover } from '../parts/popover.tsx';
import { Tool } from '../parts/tool.tsx';
import { UserFacts } from './user-facts.tsx';

interface Props {
  user_id: number;
  /** What the card opens beside. */
  anchor: Element | null;
  onClose: () => void;
}

/** A user, beside their name. */
export function UserCard({ user_id, anchor, onClose }: Props) {
  const user = useClient().store.users.value.get(user_id);
  const name = shownName(user?.full_name ?? t('people.unknownUser'));
  return (
    <Popover label={name} anchor={anchor} onClose={onClose} class="user-card">
      {(close) => (
        <>
          <header>
            <h2>{name}</h2>
            <Tool name={t('common.close')} icon="close" onClick={close} />
          </header>
          {user ? (
            <div class="profile">
              <UserFacts user={user} onLeave={close} />
            </div>
          ) : (
            <p>{t('people.unknownUserHint')}</p>
          )}
        </>
      )}
    </Popover>
  );
}
