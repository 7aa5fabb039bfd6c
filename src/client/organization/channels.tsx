import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { DefaultChannels } from './default-channels.tsx';
import { Folders } from './folders.tsx';

/** The folders that channels are in, and the channels that new people get. */
export function ChannelsSection() {
  return (
    <>
      {!useIsAdmin() && <ReadOnlyNote />}
      <Folders />
      <DefaultChannels />
    </>
  );
}
