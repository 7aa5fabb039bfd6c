import type { User } from '../api/types.ts';
import type { Values } from '../forms/control.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { formFieldOf, profileData, profileValues } from '../settings/profile-form.ts';

/** The forms of administrators for accounts. */
export function useUserForms() {
  const { call, store } = useClient();
  const { state } = store.read('people', 'realm');
  const fields = state.custom_profile_fields;
  const formOf = (user: User) => ({
    title: t('people.changePerson', { name: user.full_name }),
    verb: t('common.save'),
    fields: [
      {
        name: 'full_name',
        label: t('common.nameOfPerson'),
        control: { kind: 'text', max: 100 },
        isRequired: true,
      } as const,
      ...fields.map((field) => formFieldOf(field, false)),
    ],
    initial: { full_name: user.full_name, ...profileValues(fields, user) },
    submit: ({ full_name, ...values }: Values) =>
      call('PATCH', `/users/${user.user_id}`, { full_name, profile_data: profileData(fields, values) }),
  });
  const removalOf = ({ user_id, full_name }: User) => ({
    title: t('people.deactivateQuestion', { name: full_name }),
    text: t('organization.deactivateUserHint'),
    verb: t('organization.deactivate'),
    act: () => call('DELETE', `/users/${user_id}`),
  });
  /** Administrators can change all users except owners, whom only owners can change. */
  const mayManage = ({ is_owner, user_id }: User) =>
    user_id !== state.user_id && state.is_admin && (state.is_owner || !is_owner);
  return { formOf, removalOf, mayManage };
}
