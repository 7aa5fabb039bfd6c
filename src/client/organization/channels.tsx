import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { DefaultChannels } from './default-channels.tsx';
import { Folders } from './folders.tsx';

/** The folders of channels, and the default channels of new users. */
export function ChannelsSection() {
  return (
    <>
      {!useIsAdmin() && <ReadOnlyNote />}
      <Folders />
      <DefaultChannels />
    </>
  );
}
