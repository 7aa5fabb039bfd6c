import { useSignal } from '@preact/signals';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { lateIcons } from '../text/late-icons.ts';
import { type CurrentCall, leaveCall, turn } from './current.ts';
import { DeviceChoices } from './device-choices.tsx';
import { canShareScreen, hasDevices, type Source } from './media.ts';

interface Props {
  call: CurrentCall;
}

const drawings = {
  audio: [lateIcons.microphone, lateIcons.microphoneOff],
  video: [lateIcons.camera, lateIcons.cameraOff],
  screen: [lateIcons.screen, lateIcons.screen],
} as const;

const names = () => ({ audio: t('calls.microphone'), video: t('calls.camera'), screen: t('calls.shareScreen') });

interface SwitchProps {
  source: Source;
  isOn: boolean;
  onClick: () => void;
}

/** Turns the microphone, the camera or the screen on and off. */
export function Switch({ source, isOn, onClick }: SwitchProps) {
  return (
    <Tool
      name={names()[source]}
      icon={drawings[source][isOn ? 0 : 1]}
      class={isOn || source === 'screen' ? 'call-tool' : 'call-tool is-off'}
      aria-pressed={isOn}
      onClick={onClick}
    />
  );
}

/** The same in the call. */
export function SourceButton({ call, source }: Props & { source: Source }) {
  const client = useClient();
  const isBusy = useSignal(false);
  if (!(source === 'screen' ? canShareScreen : hasDevices)) return null;
  const isOn = call.session.media.value[source];
  const toggle = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    await turn(client, call, source, !isOn);
    isBusy.value = false;
  };
  return <Switch {...{ source, isOn }} onClick={() => void toggle()} />;
}

export function HandButton({ call: { session } }: Props) {
  const client = useClient();
  const isUp = session.media.value.hand;
  return (
    <Tool
      name={t('calls.raiseHand')}
      icon={lateIcons.hand}
      class="call-tool"
      aria-pressed={isUp}
      onClick={() => void client.attempt(session.change({ hand: !isUp }))}
    />
  );
}

export function LeaveButton() {
  return <Tool name={t('calls.leave')} icon={lateIcons.hangUp} class="call-tool is-leave" onClick={leaveCall} />;
}

/** What members send to each other for a moment, by the names of emoji. */
export const reactions: Readonly<Record<string, string>> = {
  '+1': '👍',
  clap: '👏',
  joy: '😂',
  heart: '❤️',
  tada: '🎉',
  open_mouth: '😮',
};

export function ReactButton({ call: { session } }: Props) {
  const client = useClient();
  return (
    <Menu label={t('common.react')} icon="smile" class="call-tool">
      {(close) => (
        <div class="call-bar">
          {Object.entries(reactions).map(([name, character]) => (
            <button
              key={name}
              type="button"
              class="tool call-tool"
              aria-label={`:${name}:`}
              onClick={() => {
                close();
                void client.attempt(session.react(name));
              }}
            >
              {character}
            </button>
          ))}
        </div>
      )}
    </Menu>
  );
}

export function DevicesButton({ call: { media } }: Props) {
  if (!hasDevices) return null;
  return (
    <Menu label={t('calls.devices')} icon="sliders" class="call-tool">
      {() => <DeviceChoices media={media} />}
    </Menu>
  );
}
