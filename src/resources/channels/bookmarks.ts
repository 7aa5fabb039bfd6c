import { bookmarkLimits, bookmarkUrl, doSetBookmarks, listBookmarks } from '../../channels/bookmark.ts';
import {
  accessAdministeredChannel,
  accessReadableChannel,
  administrationRefused,
  invalidChannelId,
} from '../../conversations/channel.ts';
import { integer, list, object, required, text, trimmed } from '../../http/params.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const stream_id = required(integer(), 'The channel.');

const bookmark = object({
  title: required(trimmed(text({ min: 1, max: bookmarkLimits.title })), 'Name of the link.'),
  url: required(bookmarkUrl(), 'An address of the web, or on this server from / or # on.'),
});

export const getBookmarks: Endpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/bookmarks',
  summary: 'List the links at the head of a channel',
  access: 'user',
  scoped: 'reads',
  params: { stream_id },
  errors: [invalidChannelId],
  handler({ app, db, user }, params) {
    return { bookmarks: listBookmarks(db, accessReadableChannel(app, user, params.stream_id)) };
  },
});

export const setBookmarks: Endpoint = endpoint({
  method: 'PUT',
  path: '/streams/{stream_id}/bookmarks',
  summary: 'Replace the links at the head of a channel',
  access: 'user',
  params: {
    stream_id,
    bookmarks: required(list(bookmark, { max: bookmarkLimits.bookmarks }), 'All links, in order.'),
  },
  errors: [invalidChannelId, administrationRefused],
  handler({ app, user }, { bookmarks, ...params }) {
    doSetBookmarks(app, accessAdministeredChannel(app, user, params.stream_id), bookmarks);
    return {};
  },
});
