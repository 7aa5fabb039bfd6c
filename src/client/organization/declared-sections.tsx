import type { DeclaredSetting } from '../forms/declared.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { hasEffect } from '../forms/effect.ts';
import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';
import { newcomerGroups } from '../settings/setting-groups.ts';
import { Domains } from './domains.tsx';
import { Pictures } from './pictures.tsx';

const profile = new Set(['name', 'description', 'org_type', 'want_advertise_in_communities_directory']);

/** Settings with a section of their own. */
const elsewhere = new Set(['message_retention_days']);

const profileGroups: readonly SettingGroup[] = [['About the organization', /./]];

const settingGroups: readonly SettingGroup[] = [
  ['Joining', /^(invite_required|emails_restricted|disallow_disp|waiting_period|send_welcome|welcome_|require_unique)/],
  ['People', /^(name_changes|email_changes|avatar_changes|default_avatar|presence_|enable_guest)/],
  [
    'Messages',
    /^(allow_message_editing|message_content_(edit|delete)|message_edit|move_messages|enable_read_receipts)/,
  ],
  ['Channels', /^(topics_policy|.*_stream_id|.*_channel_id|send_channel_events|enable_spectator)/],
  ['Notifications', /(digest|notifications)/],
  ['Reading and writing', /^(default_(language|code)|inline_|media_|gif_|video_|jitsi_)/],
];

const permissionGroups: readonly SettingGroup[] = [
  ['People and groups', /(invite|access_all_users|create_groups|manage_all_groups)/],
  ['Channels', /(channel_group|add_subscribers|topics_policy|delete_message_policy)/],
  ['Messages', /(delete_(any|own)_message|move_messages|resolve_topics|mention_many)/],
  ['Direct messages', /^direct_message/],
  ['Bots and emoji', /(bots|emoji)/],
];

function sectionOf({ name, control }: DeclaredSetting): string {
  if (profile.has(name)) return 'profile';
  if (elsewhere.has(name)) return 'elsewhere';
  return control.kind === 'group' ? 'permissions' : 'settings';
}

interface Props {
  section: 'profile' | 'settings' | 'permissions';
  groups: readonly SettingGroup[];
}

/** Settings of the organization, which administrators can change, some only owners. */
function RealmForm({ section, groups }: Props) {
  const { state } = useClient().store.read('realm', 'people');
  return (
    <>
      {!state.is_admin && <ReadOnlyNote />}
      <DeclaredForm
        path="/realm"
        wants={(setting) => sectionOf(setting) === section}
        groups={groups}
        read={(name) => state[`realm_${name}`]}
        mayChange={({ isOwners }) => (isOwners ? state.is_owner : state.is_admin)}
      />
    </>
  );
}

export function OrganizationProfile() {
  return (
    <>
      {useIsAdmin() && <Pictures />}
      <RealmForm section="profile" groups={profileGroups} />
    </>
  );
}

export function OrganizationSettings() {
  return (
    <>
      <RealmForm section="settings" groups={settingGroups} />
      <Domains />
    </>
  );
}

export function Permissions() {
  return <RealmForm section="permissions" groups={permissionGroups} />;
}

/** The default settings of new users. */
export function Newcomers() {
  const { state } = useClient().store.read('realm', 'people');
  return (
    <>
      <p class="note">
        New people start with these settings, and can change them. {!state.is_admin && 'Administrators choose them.'}
      </p>
      <DeclaredForm
        path="/realm/user_settings_defaults"
        wants={({ name }) => hasEffect(name, state)}
        groups={newcomerGroups}
        read={(name) => state.realm_user_settings_defaults[name]}
        mayChange={() => state.is_admin}
      />
    </>
  );
}
