import { install, installPrompt } from '../device/installation.ts';
import { isKeeping, setKeeping } from '../device/kept.ts';
import { hasSingleKeys, setSingleKeys } from '../device/single-keys.ts';
import type { Field } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { useClient } from '../parts/context.ts';

/** Settings of this device only. */
export function DeviceSetting() {
  const { model } = useClient().store;
  return (
    <fieldset class="settings">
      <legend>This device</legend>
      <FieldRow
        id="keep"
        field={keepField()}
        value={isKeeping.value}
        isLive
        onChange={(isWanted) => void setKeeping(model.state, isWanted === true)}
      />
      <FieldRow
        id="single-keys"
        field={singleKeysField}
        value={hasSingleKeys.value}
        isLive
        onChange={(isWanted) => setSingleKeys(isWanted === true)}
      />
      {installPrompt.value && (
        <button type="button" class="button" onClick={() => void install()}>
          Install as an app
        </button>
      )}
    </fieldset>
  );
}

const singleKeysField: Field = {
  name: 'single-keys',
  label: 'Single letters are shortcuts',
  hint: 'Without them, Ctrl+K and the keys with Ctrl still work.',
  control: { kind: 'switch' },
};

function keepField(): Field {
  // Without a service worker, pages cannot be opened without a network.
  const canKeep = 'serviceWorker' in navigator;
  return {
    name: 'keep',
    label: 'Keep on this device',
    hint: canKeep
      ? 'The latest conversations can be read without a network.'
      : 'Browsers keep pages only of addresses that begin with https.',
    control: { kind: 'switch' },
    isDisabled: !canKeep,
  };
}
