import { install, installPrompt } from '../device/installation.ts';
import { isKeeping, setKeeping } from '../device/kept.ts';
import { hasSingleKeys, setSingleKeys } from '../device/single-keys.ts';
import type { Field } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** Settings of this device only. */
export function DeviceSetting() {
  const { model } = useClient().store;
  return (
    <fieldset class="settings">
      <legend>{t('settings.thisDevice')}</legend>
      <FieldRow
        id="keep"
        field={keepField()}
        value={isKeeping.value}
        isLive
        onChange={(isWanted) => void setKeeping(model.state, isWanted === true)}
      />
      <FieldRow
        id="single-keys"
        field={singleKeysField()}
        value={hasSingleKeys.value}
        isLive
        onChange={(isWanted) => setSingleKeys(isWanted === true)}
      />
      {installPrompt.value && (
        <button type="button" class="button" onClick={() => void install()}>
          {t('common.installAsAnApp')}
        </button>
      )}
    </fieldset>
  );
}

const singleKeysField = (): Field => ({
  name: 'single-keys',
  label: t('settings.singleKeys'),
  hint: t('settings.singleKeysHint'),
  control: { kind: 'switch' },
});

function keepField(): Field {
  // Without a service worker, pages cannot be opened without a network.
  const canKeep = 'serviceWorker' in navigator;
  return {
    name: 'keep',
    label: t('settings.keep'),
    hint: canKeep ? t('settings.keepHint') : t('settings.keepNeedsHttps'),
    control: { kind: 'switch' },
    isDisabled: !canKeep,
  };
}
