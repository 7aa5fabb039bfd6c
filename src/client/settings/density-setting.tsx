import type { Field } from '../forms/control.ts';
import { SavedField } from '../forms/saved-field.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** Combinations of sizes. */
const densities = () => [
  { name: 'compact', label: t('settings.compact'), web_font_size_px: 14, web_line_height_percent: 122 },
  { name: 'usual', label: t('settings.usual'), web_font_size_px: 16, web_line_height_percent: 140 },
  { name: 'roomy', label: t('settings.roomy'), web_font_size_px: 17, web_line_height_percent: 160 },
];

const own = () => ({ value: 'own', label: t('settings.asSetBelow') });

/** Sets the font size and line height together. */
export function DensitySetting() {
  const { call, store } = useClient();
  const { web_font_size_px, web_line_height_percent } = store.read('personal').state.user_settings;
  const present = densities().find(
    (one) => one.web_font_size_px === web_font_size_px && one.web_line_height_percent === web_line_height_percent,
  );
  const options = densities().map(({ name, label }) => ({ value: name, label }));
  const field: Field = {
    name: 'density',
    label: t('settings.density'),
    control: { kind: 'choice', options: present ? options : [...options, own()] },
  };
  const save = async (value: unknown) => {
    const chosen = densities().find(({ name }) => name === value);
    if (!chosen) return;
    const { web_font_size_px, web_line_height_percent } = chosen;
    await call('PATCH', '/settings', { web_font_size_px, web_line_height_percent });
  };
  return (
    <fieldset class="settings">
      <legend>{t('settings.density')}</legend>
      <SavedField field={field} value={present?.name ?? own().value} save={save} />
    </fieldset>
  );
}
