import { channelPermissions } from '../conversations/channel-permissions.ts';
import { groupPermissions, systemGroupFallback } from '../groups/permissions.ts';
import type { PermissionRule } from '../realm/permission-rule.ts';
import { permissionRules, realmPermissionNames } from '../realm/setting-table.ts';

/** The groups that each permission can be granted to, for the settings pages of clients. */
export function presentPermissionRules(isShown: (name: string) => boolean): object {
  return {
    realm: Object.fromEntries(
      realmPermissionNames.filter(isShown).map((name) => [name, presentRules(permissionRules(name))]),
    ),
    stream: present(channelPermissions, (name, rules) =>
      name === 'can_administer_channel_group'
        ? { ...presentRules(rules), default_group_name: 'channel_creator' }
        : presentRules(rules),
    ),
    group: present(groupPermissions, (_, rules) => ({
      ...presentRules(rules),
      ...(rules.isCreators ? { default_group_name: 'group_creator' } : {}),
      default_for_system_groups: systemGroupFallback,
    })),
  };
}

function present<Entry>(table: Readonly<Record<string, Entry>>, one: (name: string, rules: Entry) => object): object {
  return Object.fromEntries(Object.entries(table).map(([name, rules]) => [name, one(name, rules)]));
}

function presentRules({ fallback, refused, only }: PermissionRule): object {
  return {
    require_system_group: only !== undefined,
    allow_internet_group: !refused.includes('role:internet'),
    allow_nobody_group: !refused.includes('role:nobody'),
    allow_everyone_group: !refused.includes('role:everyone'),
    default_group_name: fallback,
    default_for_system_groups: null,
    allowed_system_groups: only ?? [],
  };
}
