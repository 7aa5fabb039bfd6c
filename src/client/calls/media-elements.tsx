import { useLayoutEffect, useRef } from 'preact/hooks';

interface PictureProps {
  track: MediaStreamTrack;
  /** The own camera is shown as in a mirror. */
  isMirrored?: boolean;
}

/** A moving picture without sound. */
export function Picture({ track, isMirrored = false }: PictureProps) {
  const element = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => play(element.current, [track]), [track]);
  return <video ref={element} class={isMirrored ? 'is-mirrored' : ''} autoplay playsInline muted />;
}

interface SoundProps {
  tracks: readonly MediaStreamTrack[];
  /** The id of the speakers; empty for those that the browser chooses. */
  speakers: string;
}

/** The voice of a member, and the sound of their screen. */
export function Sound({ tracks, speakers }: SoundProps) {
  const element = useRef<HTMLAudioElement>(null);
  useLayoutEffect(() => play(element.current, tracks), [...tracks]);
  useLayoutEffect(() => {
    const { current } = element;
    if (current && 'setSinkId' in current) void current.setSinkId(speakers).catch(() => {});
  }, [speakers]);
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in a call
  return <audio ref={element} autoplay />;
}

function play(element: HTMLMediaElement | null, tracks: readonly MediaStreamTrack[]): void {
  if (element) element.srcObject = new MediaStream([...tracks]);
}
