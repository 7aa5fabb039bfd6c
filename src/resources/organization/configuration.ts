import { canSeeChannel, invalidChannelId } from '../../conversations/channel.ts';
import { permissionErrors } from '../../groups/realm-permission.ts';
import { ownerRequired } from '../../http/errors.ts';
import { type Kind, optional, type Params } from '../../http/params.ts';
import { methodRequired, unknownMethod, wantedMethods } from '../../organization/authentication.ts';
import {
  doChangeRealm,
  ensureChannelsUsable,
  moderationChannelPublic,
  realmDescription,
} from '../../organization/realm-change.ts';
import { groupValueChange } from '../../realm/group.ts';
import { invalidLanguage, realmName } from '../../realm/setting-kinds.ts';
import {
  permissionRules,
  realmPermissionNames,
  realmSettingNames,
  realmSettings,
  type SettingValue,
} from '../../realm/setting-table.ts';
import { isOwner } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

/** Settings that only owners may change: registration, message retention, and permissions for groups and money. */
const owned: ReadonlySet<string> = new Set([
  'authentication_methods',
  ...realmSettingNames.filter((name) => realmSettings[name].isOwners),
  ...realmPermissionNames.filter((name) => permissionRules(name).isOwners),
]);

const settingParams: Params = Object.fromEntries(
  realmSettingNames.map((name) => [
    name,
    optional(readLate(marked<SettingValue>(name, realmSettings[name].kind)), realmSettings[name].description),
  ]),
);
const permissionParams: Params = Object.fromEntries(
  realmPermissionNames.map((name) => [
    name,
    optional(readLate(marked(name, groupValueChange())), permissionRules(name).description),
  ]),
);

export const updateRealm: Endpoint = endpoint({
  method: 'PATCH',
  path: '/realm',
  summary: "Change the organization's settings",
  access: 'administrator',
  params: {
    name: optional(readLate(realmName), 'Name of the organization.'),
    description: optional(readLate(realmDescription), 'Description of the organization, in Markdown.'),
    authentication_methods: optional(readLate(wantedMethods()), 'Whether each authentication method is enabled.'),
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
    const wanted = Object.entries(params).filter(([, value]) => value !== undefined);
    if (!isOwner(user) && wanted.some(([name]) => owned.has(name))) throw ownerRequired();
    const given = Object.fromEntries(wanted.map(([name, read]) => [name, (read as Late<unknown>)()]));
    ensureChannelsUsable(app, given, (channel) => canSeeChannel(app, user, channel));
    const changed = Object.entries(doChangeRealm(app, given));
    return Object.fromEntries(changed.map(([name, value]) => [name, presentChange(name, value)]));
  },
});

type Late<Value> = () => Value;

/** A value that is read after the right to change it is checked, so that nobody mends a value that they may not set. */
function readLate<Value>(kind: Kind<Value>): Kind<Late<Value>> {
  return { ...kind, read: (raw, name) => () => kind.read(raw, name) };
}

/** Marks the settings that only owners may change in the API description, so that clients can show it. */
function marked<Value>(name: string, kind: Kind<Value>): Kind<Value> {
  return owned.has(name) ? { ...kind, schema: { ...kind.schema, 'x-owners-only': true } } : kind;
}

const historyNumbers: Readonly<Record<string, number>> = { all: 1, moves: 2, none: 3 };

/** For texts, clients only receive the fact that they changed. */
function presentChange(name: string, value: unknown): unknown {
  if (name === 'message_edit_history_visibility_policy') return historyNumbers[String(value)];
  return typeof value === 'string' ? 'updated' : value;
}
