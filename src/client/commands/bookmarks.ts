import type { Client } from '../client.ts';
import { ChannelLists } from './channel-list.ts';

/** A link at the head of a channel. */
export interface Bookmark {
  title: string;
  url: string;
}

const lists = new ChannelLists<Bookmark>('channel_bookmarks', async ({ call }, stream_id) => {
  const { bookmarks } = await call<{ bookmarks: Bookmark[] }>('GET', `/streams/${stream_id}/bookmarks`);
  return bookmarks;
});

/** The links of a channel, in their order; undefined until they are fetched. */
export function bookmarksOf(client: Client, stream_id: number): readonly Bookmark[] | undefined {
  return lists.read(client, stream_id);
}

export function saveBookmarks({ call }: Client, stream_id: number, bookmarks: readonly Bookmark[]): Promise<unknown> {
  return call('PUT', `/streams/${stream_id}/bookmarks`, { bookmarks });
}
