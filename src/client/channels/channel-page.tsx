import type { Channel } from '../api/types.ts';
import { type Section, SectionedPage } from '../forms/sectioned-page.tsx';
import { TopicList } from '../pages/topic-list.tsx';
import { useClient } from '../parts/context.ts';
import { UnknownChannel } from '../parts/unknown-channel.tsx';
import { formatNarrow } from '../store/routes.ts';
import { ChannelFacts } from './channel-facts.tsx';
import { ChannelPermissions } from './channel-permissions.tsx';
import { OwnChoices } from './own-choices.tsx';
import { Subscribers } from './subscribers.tsx';

const sections: readonly Section[] = [
  { id: 'general', name: 'About', Body: ofChannel(ChannelFacts) },
  { id: 'topics', name: 'Topics', Body: ofChannel(TopicList) },
  { id: 'personal', name: 'For you', Body: ofChannel(OwnChoices) },
  { id: 'subscribers', name: 'People', Body: ofChannel(Subscribers) },
  { id: 'permissions', name: 'Permissions', Body: ofChannel(ChannelPermissions) },
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
      sections={sections}
      section={section}
      id={stream_id}
      tools={
        <a class="button is-plain" href={href}>
          Open channel
        </a>
      }
    />
  );
}

/** A section that shows a part of a channel. */
function ofChannel(Part: (props: { channel: Channel }) => preact.JSX.Element | null): Section['Body'] {
  return function ChannelSection({ id }) {
    const channel = useClient().store.channels.value.get(id ?? 0);
    return channel ? <Part key={id} channel={channel} /> : null;
  };
}
