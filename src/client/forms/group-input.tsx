import { useSignal } from '@preact/signals';
import type { GroupSetting, PermissionRules, State, UserGroup } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { describeSet, type GroupSet, groupName, keysOf, listGroups, listPeople, setOf } from './choices.ts';
import type { InputProps } from './control.ts';
import { Picker } from './picker.tsx';

const ofSet = 'set';

/** The holders of a permission: a group, by role or name, or a set of people and groups. */
export function GroupInput({ id, field, control, value, onChange }: InputProps<'group'>) {
  const isChoosing = useSignal(false);
  const setting = value as GroupSetting;
  const set = typeof setting === 'number' ? undefined : setting;
  const setChoosing = (is: boolean) => {
    isChoosing.value = is;
  };
  const shown = set ? ofSet : String(setting);
  const choose = (select: HTMLSelectElement) => {
    const chosen = select.value;
    select.value = shown;
    if (chosen === ofSet) setChoosing(true);
    else onChange(Number(chosen));
  };
  return (
    <div class="group-input">
      <select
        id={id}
        class="field"
        disabled={field.isDisabled}
        value={shown}
        onChange={({ currentTarget }) => choose(currentTarget)}
      >
        <GroupOptions rules={control.rules} setting={setting} />
        {(set || !control.rules.require_system_group) && <option value={ofSet}>{t('forms.certainPeople')}</option>}
      </select>
      {set && <Chosen label={field.label} set={set} change={field.isDisabled ? undefined : () => setChoosing(true)} />}
      {isChoosing.value && (
        <GroupDialog
          title={field.label}
          rules={control.rules}
          initial={set ?? { direct_members: [], direct_subgroups: [] }}
          onChoose={onChange}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** The groups that can get a permission, and the present one. */
function GroupOptions({ rules, setting }: { rules: PermissionRules; setting: GroupSetting }) {
  const { state } = useClient().store.read('people');
  return (
    <>
      {listAllowed(state, rules, setting).map((one) => (
        <option key={one.id} value={one.id}>
          {groupName(one)}
        </option>
      ))}
    </>
  );
}

function listAllowed(state: State, rules: PermissionRules, setting: GroupSetting): UserGroup[] {
  return state.realm_user_groups.filter(
    (group) => group.id === setting || (!group.deactivated && isAllowed(rules, group)),
  );
}

function isAllowed(rules: PermissionRules, { name }: UserGroup): boolean {
  if (rules.require_system_group) return rules.allowed_system_groups.includes(name);
  if (name === 'role:internet') return rules.allow_internet_group;
  if (name === 'role:nobody') return rules.allow_nobody_group;
  return name !== 'role:everyone' || rules.allow_everyone_group;
}

function Chosen({ label, set, change }: { label: string; set: GroupSet; change: (() => void) | undefined }) {
  const client = useClient();
  return (
    <p class="quiet">
      {describeSet(client, set)}{' '}
      {change && (
        <button type="button" class="link" aria-label={t('forms.changeSetting', { label })} onClick={change}>
          {t('common.change')}
        </button>
      )}
    </p>
  );
}

interface DialogProps {
  title: string;
  rules: PermissionRules;
  initial: GroupSet;
  onChoose: (set: GroupSet) => void;
  onClose: () => void;
}

/** Selects the people and groups that have a permission. */
function GroupDialog({ title, rules, initial, onChoose, onClose }: DialogProps) {
  const client = useClient();
  const chosen = useSignal<readonly string[]>(keysOf(initial));
  const groups = listGroups(client, (group) => isAllowed(rules, group) && group.name !== 'role:nobody');
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    onClose();
    onChoose(setOf(chosen.value));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <Picker
          id="group-members"
          label={t('forms.addPeopleOrGroups')}
          choices={[...groups, ...listPeople(client)]}
          chosen={chosen.value}
          onChange={(keys) => {
            chosen.value = keys;
          }}
        />
        <button type="submit" class="button">
          {t('common.save')}
        </button>
      </form>
    </Dialog>
  );
}
