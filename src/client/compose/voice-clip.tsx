import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { Problem } from '../parts/action.tsx';

/** Whether this browser can record sound. It refuses on plain http. */
export const canRecord = 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined;

/** The longest clip, in seconds, and its quality: such a clip has about 2.4 MB. */
const longest = 600;
const audioBitsPerSecond = 32_000;

/** All browsers play these; those that cannot record them choose WebM. */
const types = ['audio/mp4', 'audio/mp4;codecs=opus'];

interface Props {
  /** Called with the clip, or without one if there is none. */
  onEnd: (clip?: File) => void;
}

/** Records a voice clip. */
export function VoiceClip({ onEnd }: Props) {
  const { problem, seconds, stop } = useRecorder(onEnd);
  return (
    <fieldset class="voice-clip" aria-label={t('compose.voiceClip')}>
      <Problem text={problem.value} />
      {problem.value === '' && (
        <span role="timer">{t('compose.recording', { time: formatClip(seconds.value ?? 0) })}</span>
      )}
      <button type="button" class="button" disabled={seconds.value === undefined} onClick={stop}>
        {t('compose.stop')}
      </button>
      <button type="button" class="button is-plain" onClick={() => onEnd()}>
        {t('common.cancel')}
      </button>
    </fieldset>
  );
}

/** Records while its view is shown. `seconds` is undefined until the user allowed it. */
function useRecorder(onEnd: Props['onEnd']) {
  const problem = useSignal('');
  const seconds = useSignal<number | undefined>(undefined);
  const recorder = useRef<MediaRecorder>(undefined);
  const stop = () => recorder.current?.stop();
  useLayoutEffect(() => {
    let isOver = false;
    const timer = setInterval(() => {
      if (seconds.value === undefined) return;
      seconds.value += 1;
      if (seconds.value >= longest) stop();
    }, 1000);
    const done = (clip: File) => {
      if (isOver) return;
      if (clip.size > 0) onEnd(clip);
      else problem.value = t('compose.nothingRecorded');
    };
    void record(done).then(
      (started) => {
        recorder.current = started;
        if (isOver) stop();
        else seconds.value = 0;
      },
      () => {
        problem.value = t('compose.noMicrophone');
      },
    );
    return () => {
      isOver = true;
      clearInterval(timer);
      if (recorder.current?.state === 'recording') stop();
    };
  }, []);
  return { problem, seconds, stop };
}

/** Begins to record, and calls back with the clip when the recorder is stopped. Rejects without a microphone. */
async function record(done: (clip: File) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond, mimeType });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    done(clipOf(parts, recorder.mimeType));
  };
  recorder.start();
  return recorder;
}

function clipOf(parts: Blob[], mimeType: string): File {
  const [type = ''] = mimeType.split(';');
  const extension = type === 'audio/mp4' ? 'm4a' : type === 'audio/ogg' ? 'ogg' : 'webm';
  const time = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '');
  return new File(parts, `voice-${time}.${extension}`, { type });
}

function formatClip(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
