import { useLayoutEffect, useRef } from 'preact/hooks';
import { bookmarksOf } from '../commands/bookmarks.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { canAdminister } from '../store/rights.ts';
import { keepMessages, Pinned } from './pinned.tsx';

interface Props {
  stream_id: number;
  /** Undefined in the feed of the channel. */
  topic: string | undefined;
}

/** What stands between the head of a channel or topic and its messages: the channel's links, and what is pinned. */
export function ChannelHead({ stream_id, topic }: Props) {
  return (
    <>
      <Bookmarks stream_id={stream_id} />
      <Pinned stream_id={stream_id} topic={topic} />
    </>
  );
}

function Bookmarks({ stream_id }: { stream_id: number }) {
  const client = useClient();
  const bookmarks = bookmarksOf(client, stream_id) ?? [];
  const frame = useRef<HTMLElement>(null);
  const isShown = bookmarks.length > 0;
  useLayoutEffect(() => keepMessages(frame.current), [isShown]);
  if (!isShown) return null;
  const channel = client.store.channels.value.get(stream_id);
  return (
    <nav ref={frame} class="bookmarks" aria-label={t('channels.links')}>
      <ul>
        {bookmarks.map(({ title, url }, index) => (
          <li key={index}>
            <a
              class="bookmark"
              href={url}
              title={url}
              {...(isOwn(url) ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <Icon name="link" />
              <span dir="auto">{title}</span>
            </a>
          </li>
        ))}
        {channel && canAdminister(client.store, channel) && (
          <li>
            <a class="bookmark is-quiet" href={`#channels/${stream_id}/links`} aria-label={t('channels.changeLinks')}>
              <Icon name="pencil" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Whether an address is a place of this client. */
function isOwn(url: string): boolean {
  return url.startsWith('#') || url.startsWith('/#');
}
