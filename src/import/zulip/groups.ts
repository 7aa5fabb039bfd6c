import { groupPermissionNames } from '../../groups/permissions.ts';
import type { ArchivedGroup, ArchivedGroupValue } from '../archive.ts';
import type { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import type { RecordFile } from '../record-file.ts';
import { distinctIds, type ZulipExport } from './zulip-export.ts';

/** Reads groups and permissions. A permission is a group: a named one, or an anonymous one used only for it. */
export class GroupReader {
  readonly #members: ReadonlyMap<number, number[]>;
  readonly #subgroups: ReadonlyMap<number, number[]>;
  readonly #named: readonly Fields[];
  readonly #namedIds: ReadonlySet<number>;

  readonly #faults: Faults;

  constructor({ realm, faults }: Pick<ZulipExport, 'realm' | 'faults'>) {
    this.#members = readPairs(realm, 'zerver_usergroupmembership', 'user_group', 'user_profile');
    this.#subgroups = readPairs(realm, 'zerver_groupgroupmembership', 'supergroup', 'subgroup');
    this.#named = listNamed(realm);
    this.#faults = faults;
    this.#namedIds = new Set(faults.each('groups', this.#named, (record) => record.id('id')));
  }

  /** The permissions in some columns of a record that contain groups. */
  readPermissions(record: Fields, names: readonly string[]): Record<string, ArchivedGroupValue> {
    const set = names.flatMap((name) => {
      const id = record.maybeId(name);
      return id === null ? [] : [[name, this.#valueOf(id)] as const];
    });
    return Object.fromEntries(set);
  }

  list(): ArchivedGroup[] {
    const idOf = distinctIds('group');
    return [...this.#faults.each('groups', this.#named, (record) => this.#read(record, idOf(record)))];
  }

  #read(record: Fields, id: number): ArchivedGroup {
    const isSystem = record.bool('is_system_group', false);
    return {
      from: record,
      id,
      key: String(id),
      name: record.text('name'),
      description: record.text('description', ''),
      creator_id: record.maybeId('creator'),
      created_at: record.maybeTime('date_created'),
      deactivated: record.bool('deactivated', false),
      isSystem,
      // Members of system groups follow from roles.
      member_ids: isSystem ? [] : (this.#members.get(id) ?? []),
      subgroup_ids: isSystem ? [] : (this.#subgroups.get(id) ?? []),
      permissions: isSystem ? {} : this.readPermissions(record, groupPermissionNames),
    };
  }

  #valueOf(id: number): ArchivedGroupValue {
    if (this.#namedIds.has(id)) return id;
    return { direct_members: this.#members.get(id) ?? [], direct_subgroups: this.#subgroups.get(id) ?? [] };
  }
}

// Before Zulip 9 all groups had names, in a single table.
function listNamed(realm: RecordFile): Fields[] {
  const named = [...realm.records('zerver_namedusergroup')];
  return named.length > 0 ? named : [...realm.records('zerver_usergroup')].filter((record) => record.has('name'));
}

function readPairs(realm: RecordFile, table: string, one: string, other: string): Map<number, number[]> {
  const pairs = new Map<number, number[]>();
  const all = realm.each(table, { noun: 'members of groups' }, (record) => [record.id(one), record.id(other)] as const);
  for (const [key, value] of all) {
    const known = pairs.get(key);
    if (known) known.push(value);
    else pairs.set(key, [value]);
  }
  return pairs;
}
