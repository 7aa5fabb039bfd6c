import { DeclaredForm } from '../settings/controls.tsx';
import type { DeclaredSetting } from '../settings/declared.ts';
import { PictureField } from '../settings/picture-field.tsx';
import { TabbedPage } from '../settings/tabs.tsx';
import { useClient } from '../view/context.ts';
import { Invitations } from './invitations.tsx';
import { Users } from './users.tsx';

const sections = [
  ['profile', 'Profile'],
  ['users', 'Users'],
  ['invitations', 'Invitations'],
  ['settings', 'Settings'],
  ['permissions', 'Permissions'],
] as const;

const profile = new Set(['name', 'description']);

function sectionOf({ name, control }: DeclaredSetting): string {
  if (profile.has(name)) return 'profile';
  return control.kind === 'group' ? 'permissions' : 'settings';
}

export function OrganizationPage({ section }: { section: string }) {
  const { store } = useClient();
  const shown = sections.find(([id]) => id === section)?.[0] ?? 'profile';
  const { state } = store.read('realm', 'people');
  const isForm = shown !== 'users' && shown !== 'invitations';
  return (
    <TabbedPage title="Organization" page="organization" sections={sections} section={shown}>
      {shown === 'profile' && state.is_admin && (
        <div class="setting picture">
          <img class="avatar" src={state.realm_icon_url} alt="" width={96} height={96} />
          <PictureField path="/realm/icon" canDelete={state.realm_icon_source === 'U'} />
        </div>
      )}
      {!state.is_admin && isForm && <p class="quiet">Administrators can change this.</p>}
      {isForm && (
        <DeclaredForm
          key={shown}
          path="/realm"
          wants={(setting) => sectionOf(setting) === shown}
          read={(name) => state[`realm_${name}`]}
          isDisabled={!state.is_admin}
        />
      )}
      {shown === 'users' && <Users />}
      {shown === 'invitations' && <Invitations />}
    </TabbedPage>
  );
}
