import { install, installPrompt } from '../installation.ts';
import { isKeeping, setKeeping } from '../kept.ts';

/** What concerns this device alone. */
export function DeviceSetting() {
  // Without a service worker, nothing opens without a network.
  const canKeep = 'serviceWorker' in navigator;
  return (
    <fieldset class="device">
      <legend>This device</legend>
      <label class="choice setting">
        <input
          type="checkbox"
          checked={isKeeping.value}
          disabled={!canKeep}
          onChange={({ currentTarget }) => void setKeeping(currentTarget.checked)}
        />
        <span>Keep on this device: the latest conversations can be read without a network</span>
      </label>
      {!canKeep && <p class="quiet">Browsers keep pages only of addresses that begin with https.</p>}
      {installPrompt.value && (
        <button type="button" class="button" onClick={() => void install()}>
          Install as an app
        </button>
      )}
    </fieldset>
  );
}
