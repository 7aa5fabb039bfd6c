import type { Channel } from '../api/types.ts';
import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { t } from '../language/texts.ts';
import { FileList } from '../messages/file-list.tsx';
import { TopicList } from '../pages/topic-list.tsx';
import { useClient } from '../parts/context.ts';
import { UnknownChannel } from '../parts/unknown-channel.tsx';
import { formatNarrow } from '../store/routes.ts';
import { ChannelFacts } from './channel-facts.tsx';
import { ChannelLinks } from './channel-links.tsx';
import { ChannelPermissions } from './channel-permissions.tsx';
import { OwnChoices } from './own-choices.tsx';
import { Subscribers } from './subscribers.tsx';

/** Made once: another component for each view would begin anew. */
const bodies = {
  general: ofChannel(ChannelFacts),
  topics: ofChannel(TopicList),
  files: ofChannel(ChannelFiles),
  links: ofChannel(ChannelLinks),
  personal: ofChannel(OwnChoices),
  subscribers: ofChannel(Subscribers),
  permissions: ofChannel(ChannelPermissions),
};

const sections = (): readonly Section[] => [
  { id: 'general', name: t('channels.about'), Body: bodies.general },
  { id: 'topics', name: t('channels.topics'), Body: bodies.topics },
  { id: 'files', name: t('channels.files'), Body: bodies.files },
  { id: 'links', name: t('channels.links'), Body: bodies.links },
  { id: 'personal', name: t('channels.forYou'), Body: bodies.personal },
  { id: 'subscribers', name: t('channels.people'), Body: bodies.subscribers },
  { id: 'permissions', name: t('channels.permissions'), Body: bodies.permissions },
];

/** The page of a channel: properties, subscribers, the user's settings, and permissions. */
export function ChannelPage({ section, id }: { section: string; id?: number | undefined }) {
  const { store } = useClient();
  const channel = store.channels.value.get(id ?? 0);
  if (!channel) return <UnknownChannel />;
  const { stream_id, name } = channel;
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  return (
    <SectionedPage
      title={name}
      base={`#channels/${stream_id}`}
      sections={sections()}
      section={section}
      id={stream_id}
      tools={
        <a class="button is-plain" href={href}>
          {t('channels.openChannel')}
        </a>
      }
    />
  );
}

function ChannelFiles({ channel: { stream_id } }: { channel: Channel }) {
  return <FileList narrow={[{ operator: 'channel', operand: stream_id }]} />;
}

/** A section that shows a part of a channel. */
function ofChannel(Part: (props: { channel: Channel }) => preact.JSX.Element | null): Section['Body'] {
  return function ChannelSection({ id }) {
    const channel = useClient().store.channels.value.get(id ?? 0);
    return channel ? <Part key={id} channel={channel} /> : null;
  };
}
