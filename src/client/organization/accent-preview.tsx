import { t } from '../language/texts.ts';

/** How the accent color looks in both themes: text and a button in each. */
export function AccentPreview() {
  return (
    <div class="accent-preview" aria-hidden="true">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} style={{ colorScheme: theme }}>
          <span>{t(theme === 'light' ? 'choice.light' : 'choice.dark')}</span>
          <span class="accent-sample">{t('common.channels')}</span>
          <span class="button">{t('common.save')}</span>
        </div>
      ))}
    </div>
  );
}
