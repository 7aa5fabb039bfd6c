import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { CallError, messageOf } from '../api/call.ts';
import { isCallOpen, joining } from '../commands/calls.ts';
import { insertion } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { callIn } from '../store/calls.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { callLink } from '../text/call-link.ts';
import { Switch } from './buttons.tsx';
import { current, enterCall, isElsewhere } from './current.ts';
import { DeviceChoices } from './device-choices.tsx';
import { hasDevices, LocalMedia, watchLevel } from './media.ts';
import { Picture } from './media-elements.tsx';

/** Lets the user choose and try microphone and camera before they start or join a call. */
export function JoinDialog({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const trial = useTrial();
  const { problem, isBusy, isAsking, isFull, join } = useJoin(conversation, trial);
  const call = callIn(client.store, keyOf(conversation));
  const here = current.value;
  const link = isFull.value ? callLink(client.store.model.state) : undefined;
  const verb = isAsking.value ? t('calls.moveHere') : call ? t('calls.join') : t('calls.start');
  const button = (label: string, isMain: boolean, act: () => void) => (
    <button
      type="button"
      class={isMain ? 'button' : 'button is-plain'}
      autofocus={isMain}
      aria-disabled={isBusy.value}
      onClick={act}
    >
      {label}
    </button>
  );
  return (
    <Dialog title={t('calls.isIn', { conversation: client.describe(conversation) })} onClose={close}>
      {call && <p class="quiet">{client.listNames(call.members.map(({ user_id }) => user_id))}</p>}
      {hasDevices ? <Devices media={trial.media} problem={problem} /> : <p>{t('calls.needsHttps')}</p>}
      {here && <p>{t('calls.leavesOther', { conversation: client.describe(here.conversation.value) })}</p>}
      {isAsking.value && <p role="alert">{t('calls.elsewhere')}</p>}
      <Problem text={problem.value} />
      <div class="buttons">
        {hasDevices && button(verb, true, () => void join())}
        {button(t('calls.listenOnly'), !hasDevices, () => void join(true))}
        {link &&
          button(t('compose.linkToACall'), false, () => {
            insertion.value = link;
            close();
          })}
      </div>
    </Dialog>
  );
}

function close(): void {
  joining.value = undefined;
}

interface Trial {
  media: LocalMedia;
  /** Whether the call goes on with the devices. */
  isTaken: boolean;
  /** Whether the dialog was closed. */
  isOver: boolean;
}

/** Devices that are tried, and closed with the dialog unless the call takes them. */
function useTrial(): Trial {
  const trial = useMemo(() => ({ media: new LocalMedia(), isTaken: false, isOver: false }), []);
  useLayoutEffect(() => {
    if (hasDevices) void trial.media.set('audio', true).catch(() => {});
    return () => {
      trial.isOver = true;
      if (!trial.isTaken) trial.media.stop();
    };
  }, []);
  return trial;
}

function useJoin(conversation: Conversation, trial: Trial) {
  const client = useClient();
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const isAsking = useSignal(false);
  const isFull = useSignal(false);
  const join = async (isSilent = false) => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = '';
    if (isSilent) trial.media.stop();
    try {
      const isWanted = () => !trial.isOver;
      await enterCall(client, conversation, trial.media, { take_over: isAsking.value, isWanted });
      if (!isWanted()) return;
      trial.isTaken = true;
      isCallOpen.value = true;
      close();
    } catch (error) {
      if (isElsewhere(error)) isAsking.value = true;
      else problem.value = messageOf(error);
      isFull.value = error instanceof CallError && error.code === 'CALL_FULL';
    }
    isBusy.value = false;
  };
  return { problem, isBusy, isAsking, isFull, join };
}

/** The picture of the camera, the level of the microphone, and which ones they are. */
function Devices({ media, problem }: { media: LocalMedia; problem: Signal<string> }) {
  const { audio, video } = media.tracks.value;
  const toggle = (source: 'audio' | 'video') => {
    problem.value = '';
    media.set(source, !media.isOn(source)).catch((error) => {
      problem.value = messageOf(error);
    });
  };
  return (
    <>
      <div class="call-trial">
        {video && <Picture track={video} isMirrored />}
        <div class="call-bar">
          {(['audio', 'video'] as const).map((source) => (
            <Switch key={source} source={source} isOn={media.isOn(source)} onClick={() => toggle(source)} />
          ))}
        </div>
        <Level track={media.isOn('audio') ? audio : undefined} />
      </div>
      <DeviceChoices media={media} />
    </>
  );
}

function Level({ track }: { track: MediaStreamTrack | undefined }) {
  const level = useSignal(0);
  useLayoutEffect(() => {
    level.value = 0;
    return (
      track &&
      watchLevel(track, (heard) => {
        level.value = heard;
      })
    );
  }, [track]);
  return <meter aria-label={t('calls.level')} value={level.value} />;
}
