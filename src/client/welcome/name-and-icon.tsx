import { SavedField } from '../forms/saved-field.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { PictureField } from '../settings/picture-field.tsx';

/** The name of the organization and its icon, each saved when it changes. */
export function NameAndIcon() {
  const { call, store } = useClient();
  const { realm_name, realm_icon_url, realm_icon_source } = store.read('realm').state;
  return (
    <>
      <SavedField
        field={{ name: 'name', label: t('common.name'), control: { kind: 'text', max: 40 }, isRequired: true }}
        value={realm_name}
        save={(name) => call('PATCH', '/realm', { name })}
      />
      <PictureField
        label={t('organization.icon')}
        url={realm_icon_url}
        path="/realm/icon"
        canDelete={realm_icon_source === 'U'}
      />
    </>
  );
}
