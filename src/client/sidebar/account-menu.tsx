import { askToLogOut } from '../commands/actions.ts';
import { openDialog } from '../commands/view-state.ts';
import { install, installPrompt } from '../device/installation.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { MenuItem, MenuLink } from '../parts/menu.tsx';

const accountLinks: readonly [label: string, href: string][] = [
  ['Settings', '#settings/preferences'],
  ['Organization', '#organization/profile'],
  ['Invite people', '#invite'],
  ['Keyboard shortcuts', '#keyboard-shortcuts'],
  ['Connect other apps', '/apps'],
  ['Help and about', '#about-zulip'],
];

/** The menu of the user's account, and of the organization. */
export function AccountMenu({ close }: { close: () => void }) {
  const client = useClient();
  return (
    <div class="account">
      <Account />
      <ul class="menu">
        {accountLinks.map(([label, href]) => (
          <MenuLink key={href} href={href} label={label} close={close} />
        ))}
        {installPrompt.value && <MenuItem label="Install as an app" act={() => void install()} close={close} />}
        <MenuItem label="Set your status" act={() => openDialog({ kind: 'status' })} close={close} />
        <MenuItem label="Log out" act={() => void askToLogOut(client)} close={close} />
      </ul>
    </div>
  );
}

function Account() {
  const { full_name, delivery_email, user_id } = useClient().store.read('people').state;
  return (
    <p>
      <Avatar user_id={user_id} />
      <span>
        <b>{full_name}</b>
        <span class="quiet">{delivery_email}</span>
      </span>
    </p>
  );
}
