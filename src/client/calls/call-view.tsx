import { useLayoutEffect } from 'preact/hooks';
import type { Client } from '../client.ts';
import { isCallOpen } from '../commands/calls.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Tool } from '../parts/tool.tsx';
import { lateIcons } from '../text/late-icons.ts';
import { DevicesButton, HandButton, LeaveButton, ReactButton, SourceButton } from './buttons.tsx';
import { type CurrentCall, turn } from './current.ts';
import { Tiles } from './tiles.tsx';
import type { Watching } from './watching.ts';

interface Props {
  call: CurrentCall;
  watching: Watching;
  reactions: ReadonlyMap<number, string>;
}

/** The whole call, above the page. */
export function CallView({ call, ...more }: Props) {
  const client = useClient();
  useTalkKey(client, call);
  const { value: state } = call.session.state;
  const isAlone = call.session.members.value.length < 2;
  return (
    <Dialog
      title={t('calls.isIn', { conversation: client.describe(call.conversation.value) })}
      onClose={close}
      class="call-view"
    >
      {/* Without a button that has the focus, the space bar is free for talking. */}
      <div class="call-stage" autofocus tabIndex={-1}>
        <Tiles call={call} {...more} />
        {state === 'lost' && <p role="status">{t('calls.reconnecting')}</p>}
        {isAlone && state === 'joined' && <p class="quiet">{t('calls.alone')}</p>}
      </div>
      <div class="call-bar">
        <SourceButton call={call} source="audio" />
        <SourceButton call={call} source="video" />
        <SourceButton call={call} source="screen" />
        <HandButton call={call} />
        <ReactButton call={call} />
        <DevicesButton call={call} />
        {document.pictureInPictureEnabled && (
          <Tool
            name={t('calls.inPicture')}
            icon={lateIcons.inPicture}
            class="call-tool"
            onClick={() => void client.attempt(showInPicture())}
          />
        )}
        <LeaveButton />
      </div>
      <p class="quiet for-keys">{t('calls.pushToTalk')}</p>
    </Dialog>
  );
}

function close(): void {
  isCallOpen.value = false;
}

/** Shows the first picture of the call in a window of its own, above those of other programs. */
async function showInPicture(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLVideoElement>('.call-tiles video')];
  const picture = pictures.find((one) => !one.classList.contains('is-mirrored')) ?? pictures[0];
  if (!picture) throw new Error(t('calls.noPicture'));
  await picture.requestPictureInPicture();
}

/** The microphone is on while the space bar is held. */
function useTalkKey(client: Client, call: CurrentCall): void {
  useLayoutEffect(() => {
    let isHeld = false;
    const release = () => {
      if (isHeld) void turn(client, call, 'audio', false);
      isHeld = false;
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isControl(event.target)) return;
      event.preventDefault();
      if (event.repeat || call.session.media.peek().audio) return;
      isHeld = true;
      void turn(client, call, 'audio', true);
    };
    const lift = ({ key }: KeyboardEvent) => key === ' ' && release();
    document.addEventListener('keydown', press);
    document.addEventListener('keyup', lift);
    addEventListener('blur', release);
    return () => {
      release();
      document.removeEventListener('keydown', press);
      document.removeEventListener('keyup', lift);
      removeEventListener('blur', release);
    };
  }, [call]);
}

/** Whether the space bar already means something there. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, select, input') !== null;
}
