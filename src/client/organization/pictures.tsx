import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { PictureField } from '../settings/picture-field.tsx';

/** The icon of the organization, and the wide logos of other apps. */
export function Pictures() {
  const { state } = useClient().store.read('realm');
  const { realm_icon_url, realm_icon_source, realm_logo_url, realm_logo_source } = state;
  return (
    <div class="pictures">
      <PictureField
        label={t('organization.icon')}
        url={realm_icon_url}
        path="/realm/icon"
        canDelete={realm_icon_source === 'U'}
      />
      <PictureField
        label={t('organization.wideLogo')}
        url={realm_logo_url}
        path="/realm/logo"
        fields={{ night: 'false' }}
        canDelete={realm_logo_source !== 'D'}
        isWide
      />
      <PictureField
        label={t('organization.wideLogoOfThe')}
        url={state.realm_night_logo_url}
        path="/realm/logo"
        fields={{ night: 'true' }}
        canDelete={state.realm_night_logo_source !== 'D'}
        isWide
      />
    </div>
  );
}
