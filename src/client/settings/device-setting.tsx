import type { Field } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { install, installPrompt } from '../installation.ts';
import { isKeeping, setKeeping } from '../kept.ts';

/** What concerns this device alone. */
export function DeviceSetting() {
  // Without a service worker, nothing opens without a network.
  const canKeep = 'serviceWorker' in navigator;
  const field: Field = {
    name: 'keep',
    label: 'Keep on this device',
    hint: canKeep
      ? 'The latest conversations can be read without a network.'
      : 'Browsers keep pages only of addresses that begin with https.',
    control: { kind: 'switch' },
    isDisabled: !canKeep,
  };
  return (
    <fieldset class="settings">
      <legend>This device</legend>
      <FieldRow
        id="keep"
        field={field}
        value={isKeeping.value}
        isLive
        onChange={(isWanted) => void setKeeping(isWanted === true)}
      />
      {installPrompt.value && (
        <button type="button" class="button" onClick={() => void install()}>
          Install as an app
        </button>
      )}
    </fieldset>
  );
}
