import type { DeclaredSetting } from '../forms/declared.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { hasEffect } from '../forms/effect.ts';
import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { newcomerGroups } from '../settings/setting-groups.ts';
import { AccentPreview } from './accent-preview.tsx';
import { Domains } from './domains.tsx';
import { Pictures } from './pictures.tsx';

const profile = new Set(['name', 'description', 'accent_color']);

const profileGroups = (): readonly SettingGroup[] => [[t('organization.aboutTheOrganization'), /./]];

const settingGroups = (): readonly SettingGroup[] => [
  [
    t('organization.joining'),
    /^(invite_required|emails_restricted|disallow_disp|waiting_period|welcome_|require_unique)/,
  ],
  [t('organization.people'), /^(name_changes|email_changes|avatar_changes|presence_|enable_guest)/],
  [
    t('organization.messages'),
    /^(allow_message_editing|message_content_(edit|delete)|message_edit|move_messages|enable_read_receipts)/,
  ],
  [t('organization.channels'), /^(topics_policy|.*_stream_id|.*_channel_id|send_channel_events|enable_spectator)/],
  [t('organization.notifications'), /(digest|notifications)/],
  [t('organization.readingAndWriting'), /^(default_(language|code)|inline_|video_|jitsi_)/],
];

const permissionGroups = (): readonly SettingGroup[] => [
  [t('organization.peopleAndGroups'), /(invite|access_all_users|create_groups|manage_all_groups)/],
  [t('organization.channels'), /(channel_group|add_subscribers|topics_policy|delete_message_policy)/],
  [t('organization.messages'), /(delete_(any|own)_message|move_messages|resolve_topics|mention_many)/],
  [t('organization.directMessages'), /^direct_message/],
  [t('organization.botsAndEmoji'), /(bots|emoji)/],
];

function sectionOf({ name, control }: DeclaredSetting): Props['section'] {
  if (profile.has(name)) return 'profile';
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
        wants={(setting) => sectionOf(setting) === section && hasEffect(setting.name, state)}
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
      <RealmForm section="profile" groups={profileGroups()} />
      <AccentPreview />
    </>
  );
}

export function OrganizationSettings() {
  return (
    <>
      <RealmForm section="settings" groups={settingGroups()} />
      <Domains />
    </>
  );
}

export function Permissions() {
  return <RealmForm section="permissions" groups={permissionGroups()} />;
}

/** The default settings of new users. */
export function Newcomers() {
  const { state } = useClient().store.read('realm', 'people');
  return (
    <>
      <p class="note">{t(state.is_admin ? 'organization.newcomersHint' : 'organization.newcomersLockedHint')}</p>
      <DeclaredForm
        path="/realm/user_settings_defaults"
        wants={({ name }) => hasEffect(name, state)}
        groups={newcomerGroups()}
        read={(name) => state.realm_user_settings_defaults[name]}
        mayChange={() => state.is_admin}
      />
    </>
  );
}
