import { announceChange, type Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { membershipChange } from '../groups/membership.ts';
import { listFullMemberIds, publishFullMembers } from '../groups/membership-event.ts';
import { storeRealmPermission } from '../groups/realm-permission.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { type GroupValueChange, presentGroupValue, systemGroupId } from '../realm/group.ts';
import { findRealm } from '../realm/realm.ts';
import type { RealmPermission, RealmSetting, SettingValue } from '../realm/setting-table.ts';
import { findRealmSetting, realmPermissionGroup, setRealmSetting } from '../realm/settings.ts';
import { watchRestriction } from '../users/acquaintance.ts';

/** Renames the organization. Returns whether the name differs. */
export function doRenameRealm(app: Context, name: string): boolean {
  if (findRealm(app.db).name === name) return false;
  app.db.run('UPDATE realm SET name = ?', name);
  publishSetting(app, 'name', name);
  return true;
}

/** Changes the organization's description, in Markdown. Returns whether it differs. */
export function doDescribeRealm(app: Context, description: string): boolean {
  if (findRealm(app.db).description === description) return false;
  app.db.run('UPDATE realm SET description = ?', description);
  publishTogether(app, { description, rendered_description: renderMarkdown(description) });
  return true;
}

/** Changes a setting; the caller has checked the value. Returns whether it differs. */
export function doChangeRealmSetting(app: Context, name: RealmSetting, value: SettingValue): boolean {
  if (findRealmSetting(app.db, name) === value) return false;
  const set = () => {
    setRealmSetting(app.db, name, value);
    const together = legacyForms[name];
    if (together) publishTogether(app, { [name]: value, ...together(value) });
    else publishSetting(app, name, value);
  };
  if (name === 'waiting_period_threshold') withFullMembers(app, set);
  else set();
  return true;
}

// The change may make channels visible to full members.
function withFullMembers(app: Context, change: () => void): void {
  const before = listFullMemberIds(app);
  announceChange(app, membershipChange, { group_id: systemGroupId(app.db, 'role:fullmembers') }, () => {
    change();
    publishFullMembers(app, before);
  });
}

/** Grants a permission to another group. Returns whether the group differs. Throws one of permissionErrors. */
export function doChangeRealmPermission(app: Context, name: RealmPermission, change: GroupValueChange): boolean {
  const publishKnown = name === 'can_access_all_users_group' ? watchRestriction(app) : undefined;
  if (!storeRealmPermission(app.db, name, change)) return false;
  publishKnown?.();
  publishTogether(app, { [name]: presentGroupValue(app.db, realmPermissionGroup(app.db, name)) });
  return true;
}

/** Removes an archived channel from the organization's settings. */
export function doForgetChannel(app: Context, channel_id: number): void {
  for (const name of channelSettings) {
    if (findRealmSetting(app.db, name) === channel_id) doChangeRealmSetting(app, name, -1);
  }
}

/** Settings whose value is the id of a channel, or -1 for none. */
export const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const;

// Settings published in the event form for several values, together with the older forms of their values.
const legacyForms: Partial<Record<RealmSetting, (value: SettingValue) => Record<string, unknown>>> = {
  allow_message_editing: () => ({}),
  message_content_edit_limit_seconds: () => ({}),
  message_edit_history_visibility_policy: (value) => ({ allow_edit_history: value !== 'none' }),
  move_messages_between_streams_limit_seconds: () => ({}),
  move_messages_within_stream_limit_seconds: () => ({}),
  topics_policy: (value) => ({ mandatory_topics: value === 'disable_empty_topic' }),
};

function publishSetting(app: Context, property: string, value: SettingValue): void {
  publish(app, { type: 'realm', op: 'update', property, value }, 'everyone');
}

function publishTogether(app: Context, data: Record<string, unknown>): void {
  publish(app, { type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone');
}
