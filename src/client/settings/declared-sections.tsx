import { playSound } from '../device/sound.ts';
import type { DeclaredSetting } from '../forms/declared.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { hasEffect } from '../forms/effect.ts';
import { useClient } from '../parts/context.ts';
import { ChannelNotifications } from './channel-notifications.tsx';
import { DensitySetting } from './density-setting.tsx';
import { DeviceSetting } from './device-setting.tsx';
import { HoursSetting } from './hours-setting.tsx';
import { PushSetting } from './push-setting.tsx';
import { notificationGroups, preferenceGroups, privacyGroups } from './setting-groups.ts';

const privacy = /^(presence_enabled|send_.*|allow_private_data_export|email_address_visibility)$/;
const notifications = /notif|sounds|emails|desktop_icon/;

type SectionName = 'privacy' | 'notifications' | 'preferences';

/** The section of a setting, by its name, so that new settings appear automatically. */
function sectionOf({ name }: DeclaredSetting): SectionName {
  if (privacy.test(name)) return 'privacy';
  return notifications.test(name) ? 'notifications' : 'preferences';
}

function OwnForm({ section, groups }: { section: SectionName; groups: readonly SettingGroup[] }) {
  const { state } = useClient().store.read('personal');
  return (
    <DeclaredForm
      path="/settings"
      wants={(setting) => sectionOf(setting) === section && hasEffect(setting.name, state)}
      groups={groups}
      read={(name) => state.user_settings[name]}
      onChosen={(name, value) => name === 'notification_sound' && playSound(String(value))}
    />
  );
}

export function Preferences() {
  return (
    <>
      <DeviceSetting />
      <DensitySetting />
      <OwnForm section="preferences" groups={preferenceGroups()} />
    </>
  );
}

export function Privacy() {
  return <OwnForm section="privacy" groups={privacyGroups()} />;
}

export function Notifications() {
  return (
    <>
      <PushSetting />
      <HoursSetting />
      <OwnForm section="notifications" groups={notificationGroups()} />
      <ChannelNotifications />
    </>
  );
}
