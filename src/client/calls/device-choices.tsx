import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { type DeviceKind, type LocalMedia, listDevices } from './media.ts';

const labels = () => ({
  audioinput: t('calls.microphone'),
  videoinput: t('calls.camera'),
  audiooutput: t('calls.speakers'),
});

const kinds: readonly DeviceKind[] = [
  'audioinput',
  'videoinput',
  // Elsewhere the browser or the system chooses the speakers.
  ...('setSinkId' in HTMLMediaElement.prototype ? (['audiooutput'] as const) : []),
];

/** Which microphone, camera and speakers are used. */
export function DeviceChoices({ media }: { media: LocalMedia }) {
  return (
    <div class="call-devices">
      {kinds.map((kind) => (
        <DeviceChoice key={kind} kind={kind} media={media} />
      ))}
      {media.canBlur && <BlurChoice media={media} />}
    </div>
  );
}

function DeviceChoice({ kind, media }: { kind: DeviceKind; media: LocalMedia }) {
  const client = useClient();
  const id = useId();
  const devices = useDevices(kind, media);
  const label = labels()[kind];
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        class="field"
        value={media.devices.value[kind]}
        onChange={({ currentTarget }) => void client.attempt(media.choose(kind, currentTarget.value))}
      >
        <option value="">{t('calls.usualDevice')}</option>
        {devices.map(({ deviceId, label: name }) => (
          <option key={deviceId} value={deviceId}>
            {name || label}
          </option>
        ))}
      </select>
    </div>
  );
}

function BlurChoice({ media }: { media: LocalMedia }) {
  const client = useClient();
  return (
    <label>
      <input
        type="checkbox"
        checked={media.isBlurred}
        onChange={({ currentTarget }) => void client.attempt(media.blur(currentTarget.checked))}
      />{' '}
      {t('calls.blur')}
    </label>
  );
}

/** The devices of a kind, of which browsers tell names once the user has allowed one. */
function useDevices(kind: DeviceKind, media: LocalMedia): readonly MediaDeviceInfo[] {
  const devices = useSignal<readonly MediaDeviceInfo[]>([]);
  useLayoutEffect(() => {
    const list = async () => {
      devices.value = await listDevices(kind);
    };
    void list();
    navigator.mediaDevices.addEventListener('devicechange', list);
    return () => navigator.mediaDevices.removeEventListener('devicechange', list);
  }, [media.tracks.value]);
  return devices.value;
}
