import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { CallMember } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { Tool } from '../parts/tool.tsx';
import { lateIcons } from '../text/late-icons.ts';
import type { CurrentCall } from './current.ts';
import { Picture } from './media-elements.tsx';
import { keyOfMember } from './mesh.ts';
import type { Peer } from './peer.ts';
import type { Watching } from './watching.ts';

interface Props {
  call: CurrentCall;
  watching: Watching;
  /** Emoji that members sent just now, by user id. */
  reactions: ReadonlyMap<number, string>;
}

/** The members of a call and their screens. One of them can be shown large; at first, a screen is. */
export function Tiles({ call, ...more }: Props) {
  const { members } = call.session;
  const chosen = useSignal<string | undefined>(undefined);
  const all = members.value.flatMap((member) => [
    ...(member.screen ? [{ key: `screen:${keyOfMember(member)}`, member, isScreen: true }] : []),
    { key: keyOfMember(member), member, isScreen: false },
  ]);
  const large = all.find(({ key }) => key === chosen.value) ?? all.find(({ isScreen }) => isScreen);
  useSizes(call, large?.isScreen ? undefined : large?.key);
  return (
    <ul class={large ? 'call-tiles has-large' : 'call-tiles'} style={{ '--count': all.length }}>
      {[...(large ? [large] : []), ...all.filter((one) => one !== large)].map((one) => (
        <Tile
          {...more}
          {...one}
          call={call}
          isLarge={one === large}
          onEnlarge={() => {
            chosen.value = one === large ? undefined : one.key;
          }}
        />
      ))}
    </ul>
  );
}

/** Asks for large pictures of the camera where they are shown large, and for small ones afterwards. */
function useSizes({ session }: CurrentCall, large: string | undefined): void {
  const { value: peers } = session.peers;
  useLayoutEffect(() => {
    for (const [key, peer] of peers) peer.want(key === large || peers.size === 1 ? 'large' : 'small');
  }, [peers, large]);
  useLayoutEffect(
    () => () => {
      for (const peer of session.peers.peek().values()) peer.want('small');
    },
    [],
  );
}

interface TileProps extends Props {
  member: CallMember;
  isScreen: boolean;
  isLarge: boolean;
  onEnlarge: () => void;
}

function Tile({ call, watching, reactions, member, isScreen, isLarge, onEnlarge }: TileProps) {
  const client = useClient();
  const isOwn = member.user_id === client.store.user_id;
  const name = isOwn ? t('common.you') : client.userName(member.user_id);
  const label = isScreen ? t('calls.screenOf', { name }) : name;
  const track = useTrack(call, member, isScreen ? 'screen' : 'video');
  const isSpeaking = !isScreen && watching.speaking.value.has(member.user_id);
  const classes = ['call-tile', isLarge && 'is-large', isSpeaking && 'is-speaking', isScreen && 'is-screen'];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      {track ? (
        <Picture track={track} isMirrored={isOwn && !isScreen} />
      ) : (
        <Avatar user_id={member.user_id} size={72} />
      )}
      {!isScreen && reactions.has(member.user_id) && (
        <span class="call-reaction" aria-hidden="true">
          {reactions.get(member.user_id)}
        </span>
      )}
      <div class="call-name">
        <b>{label}</b>
        {!isScreen && <Marks {...{ call, watching, member, isSpeaking }} />}
      </div>
      <Tool
        name={t('calls.enlarge', { name: label })}
        icon={lateIcons.enlarge}
        aria-pressed={isLarge}
        onClick={onEnlarge}
      />
    </li>
  );
}

/** The picture of a member; undefined while it is off. */
function useTrack({ session, media }: CurrentCall, member: CallMember, line: 'video' | 'screen') {
  if (!member[line]) return undefined;
  if (member.session === session.session) return media.tracks.value[line];
  return session.peers.value.get(keyOfMember(member))?.received.value[line];
}

interface MarksProps {
  call: CurrentCall;
  watching: Watching;
  member: CallMember;
  isSpeaking: boolean;
}

/** What a member does, and how well it arrives. */
function Marks({ call: { session }, watching, member, isSpeaking }: MarksProps) {
  const peer = session.peers.value.get(keyOfMember(member));
  const words = peer && connectionWords(peer, watching, member.user_id);
  return (
    <>
      {member.hand && <Mark name={t('calls.handRaised')} drawing={lateIcons.hand} />}
      {!member.audio && <Mark name={t('calls.muted')} drawing={lateIcons.microphoneOff} />}
      {isSpeaking && <Mark name={t('calls.speaks')} drawing={lateIcons.microphone} />}
      {words && <span>{words}</span>}
    </>
  );
}

function Mark({ name, drawing }: { name: string; drawing: { path: string } }) {
  return (
    <span role="img" aria-label={name} title={name}>
      <Icon name={drawing} />
    </span>
  );
}

/** Nothing is said of a connection that works. */
function connectionWords(peer: Peer, watching: Watching, user_id: number): string {
  const { value: state } = peer.state;
  if (state === 'connecting') return t('calls.connecting');
  if (state === 'broken') return t('calls.reconnecting');
  const quality = watching.quality.value.get(user_id);
  return quality === 'bad' ? t('calls.bad') : quality === 'weak' ? t('calls.weak') : '';
}
