import type { Context } from '../../context.ts';
import { canReadChannel, findChannel, invalidChannelId } from '../../conversations/channel.ts';
import { permissionErrors } from '../../groups/realm-permission.ts';
import type { Fields } from '../../http/endpoint.ts';
import { errorKind, ownerRequired } from '../../http/errors.ts';
import { type Kind, optional, type Params, text } from '../../http/params.ts';
import { methodRequired, unknownMethod, wantedMethods } from '../../organization/authentication.ts';
import {
  channelSettings,
  doChangeRealmPermission,
  doChangeRealmSetting,
  doDescribeRealm,
  doRenameRealm,
} from '../../organization/setting-change.ts';
import { type GroupValueChange, groupValueChange, presentGroupValue } from '../../realm/group.ts';
import { invalidLanguage, realmName } from '../../realm/setting-kinds.ts';
import {
  permissionRules,
  type RealmSetting,
  realmPermissionNames,
  realmSettingNames,
  realmSettings,
  type SettingValue,
} from '../../realm/setting-table.ts';
import { realmPermissionGroup } from '../../realm/settings.ts';
import { isOwner, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const moderationChannelPublic = errorKind('Moderation request channel must be private.');

/** Settings that only owners change: registration, message retention, and permissions over groups and money. */
const owned: ReadonlySet<string> = new Set([
  'authentication_methods',
  ...realmSettingNames.filter((name) => realmSettings[name].isOwners),
  ...realmPermissionNames.filter((name) => permissionRules(name).isOwners),
]);

const settingParams: Params = Object.fromEntries(
  realmSettingNames.map((name) => [
    name,
    optional<SettingValue>(marked<SettingValue>(name, realmSettings[name].kind), realmSettings[name].description),
  ]),
);
const permissionParams: Params = Object.fromEntries(
  realmPermissionNames.map((name) => [
    name,
    optional(marked(name, groupValueChange()), permissionRules(name).description),
  ]),
);

export const updateRealm: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm',
  summary: "Change the organization's settings",
  access: 'administrator',
  params: {
    name: optional(realmName, 'Name of the organization.'),
    description: optional(text({ max: 1000 }), 'What the organization is; Markdown.'),
    authentication_methods: optional(wantedMethods(), 'Which ways to log in there are.'),
    ...settingParams,
    ...permissionParams,
  },
  errors: [
    ownerRequired,
    invalidLanguage,
    unknownMethod,
    methodRequired,
    invalidChannelId,
    moderationChannelPublic,
    ...permissionErrors,
  ],
  handler({ app, user }, params) {
    const given = withoutUndefined(params);
    if (!isOwner(user) && Object.keys(given).some((name) => owned.has(name))) throw ownerRequired();
    for (const name of channelSettings) {
      if (name in given) ensureUsable(app, user, name, given[name] as number);
    }
    return doChange(app, given);
  },
});

/** Says in the description of the API which settings only owners change, so that clients can show it. */
function marked<Value>(name: string, kind: Kind<Value>): Kind<Value> {
  return owned.has(name) ? { ...kind, schema: { ...kind.schema, 'x-owners-only': true } } : kind;
}

function withoutUndefined(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** The channel is none or one the user may read. Throws invalidChannelId or moderationChannelPublic. */
function ensureUsable(app: Context, user: User, name: RealmSetting, channel_id: number): void {
  if (channel_id === -1) return;
  const channel = findChannel(app.db, channel_id);
  if (!channel || channel.is_archived || !canReadChannel(app, user, channel)) throw invalidChannelId();
  if (name === 'moderation_request_channel_id' && !channel.invite_only) throw moderationChannelPublic();
}

/** Applies the changes and returns the new values of the settings that changed. */
function doChange(app: Context, given: Record<string, unknown>): Fields {
  const changed: Fields = {};
  const { name, description } = given;
  if (typeof name === 'string' && doRenameRealm(app, name)) changed.name = name;
  if (typeof description === 'string' && doDescribeRealm(app, description)) changed.description = description;
  for (const setting of realmSettingNames) {
    const value = given[setting] as SettingValue | undefined;
    if (value !== undefined && doChangeRealmSetting(app, setting, value)) changed[setting] = value;
  }
  for (const permission of realmPermissionNames) {
    const change = given[permission] as GroupValueChange | undefined;
    if (change && doChangeRealmPermission(app, permission, change)) {
      changed[permission] = presentGroupValue(app.db, realmPermissionGroup(app.db, permission));
    }
  }
  return changed;
}
