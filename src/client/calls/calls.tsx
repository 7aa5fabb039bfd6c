// The part of the client for calls, loaded when one is near.

import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { isCallOpen, joining } from '../commands/calls.ts';
import { useClient } from '../parts/context.ts';
import { keyOf } from '../store/conversation.ts';
import { CallView } from './call-view.tsx';
import { type CurrentCall, current, leaveWithPage, resumeCall } from './current.ts';
import { JoinDialog } from './join-dialog.tsx';
import { Sound } from './media-elements.tsx';
import { News, useReactions } from './news.tsx';
import type { Peer } from './peer.ts';
import { Strip } from './strip.tsx';
import { Watching } from './watching.ts';

/** The call of this tab, and the dialog before it. */
export function Calls() {
  const client = useClient();
  useLayoutEffect(() => {
    void resumeCall(client);
    // The browser brings the page back as it was, but not the call.
    const resume = ({ persisted }: PageTransitionEvent) => persisted && void resumeCall(client);
    addEventListener('pageshow', resume);
    const stop = leaveWithPage(client);
    return () => {
      removeEventListener('pageshow', resume);
      stop();
    };
  }, []);
  return (
    <>
      {current.value && <InCall key={current.value.session} call={current.value} />}
      {joining.value && <JoinDialog key={keyOf(joining.value)} conversation={joining.value} />}
    </>
  );
}

function InCall({ call }: { call: CurrentCall }) {
  const watching = useWatching(call);
  const reactions = useReactions(call);
  const { session, media } = call;
  useAwake();
  return (
    <>
      {[...session.peers.value].map(([key, peer]) => (
        <Heard key={key} peer={peer} speakers={media.devices.value.audiooutput} />
      ))}
      <News {...{ call, reactions }} />
      {watching && <Strip {...{ call, watching }} />}
      {watching && isCallOpen.value && <CallView {...{ call, watching, reactions }} />}
    </>
  );
}

function Heard({ peer, speakers }: { peer: Peer; speakers: string }) {
  const { audio, sound } = peer.received.value;
  const tracks = [audio, sound].filter((one) => one !== undefined);
  return tracks.length > 0 ? <Sound tracks={tracks} speakers={speakers} /> : null;
}

function useWatching(call: CurrentCall): Watching | undefined {
  const { store } = useClient();
  const watching = useSignal<Watching | undefined>(undefined);
  useLayoutEffect(() => {
    const begun = new Watching(call, store.user_id);
    watching.value = begun;
    return () => begun.stop();
  }, [call]);
  return watching.value;
}

/** The screen does not sleep during a call. Browsers end this when the page is hidden. */
function useAwake(): void {
  useLayoutEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
