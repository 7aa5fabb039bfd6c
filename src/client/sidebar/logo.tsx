import { signal } from '@preact/signals';
import { useClient } from '../parts/context.ts';

const darkDevice = matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = signal(darkDevice.matches);
darkDevice.addEventListener('change', ({ matches }) => {
  isDeviceDark.value = matches;
});

/** Values of the setting for colors. */
const schemes = { dark: 2, light: 3 };

/** The wide logo of the organization, in place of its icon and name. */
export function Logo() {
  const { state } = useClient().store.read('realm', 'personal');
  const { realm_logo_url, realm_night_logo_url, realm_night_logo_source, realm_name, user_settings } = state;
  const scheme = user_settings?.color_scheme;
  const isDark = scheme === schemes.dark || (scheme !== schemes.light && isDeviceDark.value);
  const url = isDark && realm_night_logo_source === 'U' ? realm_night_logo_url : realm_logo_url;
  return <img class="wide-logo" src={url} alt={realm_name} />;
}
