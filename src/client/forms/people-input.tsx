import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { type GroupSet, idsOf, keysOf, listGroups, listPeople, setOf } from './choices.ts';
import type { InputProps } from './control.ts';
import { Picker } from './picker.tsx';

/** Selects people. */
export function PeopleInput({ id, field, value, onChange }: InputProps<'people'>) {
  const client = useClient();
  return (
    <Picker
      id={id}
      label={t('forms.addPeople')}
      choices={listPeople(client, ({ is_bot }) => !is_bot)}
      chosen={((value ?? []) as number[]).map((user_id) => `user ${user_id}`)}
      isDisabled={field.isDisabled}
      onChange={(keys) => onChange(idsOf(keys, 'user'))}
    />
  );
}

const none: GroupSet = { direct_members: [], direct_subgroups: [] };

/** Selects people and groups. */
export function MembersInput({ id, field, value, onChange }: InputProps<'members'>) {
  const client = useClient();
  return (
    <Picker
      id={id}
      label={t('forms.addPeopleOrGroups')}
      choices={[...listGroups(client, ({ name }) => !/^role:(internet|nobody)$/.test(name)), ...listPeople(client)]}
      chosen={keysOf((value ?? none) as GroupSet)}
      isDisabled={field.isDisabled}
      onChange={(keys) => onChange(setOf(keys))}
    />
  );
}
