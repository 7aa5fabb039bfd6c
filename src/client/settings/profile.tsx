import type { Field, Values } from '../forms/control.ts';
import { Form } from '../forms/form.tsx';
import { SavedField } from '../forms/saved-field.tsx';
import { t } from '../language/texts.ts';
import { avatarUrl } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { PictureField } from './picture-field.tsx';
import { formFieldOf, profileData, profileValues } from './profile-form.ts';

const zones = (): Field => ({
  name: 'timezone',
  label: t('common.timeZone'),
  control: { kind: 'text', suggestions: Intl.supportedValuesOf('timeZone') },
});

const status = (): Field => ({
  name: 'status_text',
  label: t('settings.status'),
  hint: t('settings.whatAreYouDoing'),
  control: { kind: 'text', max: 60 },
});

/** The user's public profile. */
export function Profile() {
  const client = useClient();
  const { call, store } = client;
  const { state } = store.read('people', 'personal', 'realm');
  const isNamed = state.realm_name_changes_disabled === true && !state.is_admin;
  const hasPicture = state.realm_avatar_changes_disabled !== true || state.is_admin;
  const name: Field = {
    name: 'full_name',
    label: t('common.nameOfPerson'),
    control: { kind: 'text', max: 100 },
    isDisabled: isNamed,
  };
  const patch = (params: Values) => call('PATCH', '/settings', params);
  return (
    <>
      {hasPicture && (
        <PictureField
          label={t('settings.picture')}
          url={avatarUrl(client, state.user_id)}
          path="/users/me/avatar"
          canDelete={state.avatar_source === 'U'}
        />
      )}
      <div class="settings">
        <SavedField field={name} value={state.full_name} save={(full_name) => patch({ full_name })} />
        <SavedField
          field={status()}
          value={state.user_status[state.user_id]?.status_text ?? ''}
          save={(status_text) => call('POST', '/users/me/status', { status_text })}
        />
        <SavedField field={zones()} value={state.user_settings.timezone} save={(timezone) => patch({ timezone })} />
      </div>
      <ProfileForm />
    </>
  );
}

/** The fields that the organization added to profiles. */
function ProfileForm() {
  const { call, store } = useClient();
  const { state } = store.read('people', 'realm');
  const fields = state.custom_profile_fields;
  const mayChange = ({ editable_by_user }: { editable_by_user: boolean }) => editable_by_user || state.is_admin;
  if (fields.length === 0) return null;
  const initial = profileValues(fields, store.users.value.get(state.user_id));
  return (
    <Form
      fields={fields.map((field) => formFieldOf(field, !mayChange(field)))}
      initial={initial}
      verb={t('common.save')}
      isKept
      submit={(values) =>
        call('PATCH', '/users/me/profile_data', { data: profileData(fields.filter(mayChange), values) })
      }
    >
      <h3>{t('settings.moreProfile')}</h3>
    </Form>
  );
}
