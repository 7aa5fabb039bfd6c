import type { Channel } from '../api/types.ts';
import { type Bookmark, bookmarksOf, saveBookmarks } from '../commands/bookmarks.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList, type ItemForm, type ListForms } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { canAdminister } from '../store/rights.ts';

const fields = (): readonly Field[] => [
  { name: 'title', label: t('common.name'), control: { kind: 'text', max: 60 }, isRequired: true },
  {
    name: 'url',
    label: t('channels.address'),
    hint: t('channels.addressHint'),
    control: { kind: 'text', max: 2048 },
    isRequired: true,
  },
];

/** The links at the head of a channel, which those who administer it add, change, sort and remove. */
export function ChannelLinks({ channel }: { channel: Channel }) {
  const client = useClient();
  const bookmarks = bookmarksOf(client, channel.stream_id);
  const mayChange = canAdminister(client.store, channel) && !channel.is_archived;
  return (
    <>
      {!mayChange && <ReadOnlyNote text={t('channels.locked')} />}
      <EditableList
        about={t('channels.linksHint')}
        items={bookmarks}
        empty={t('common.noneYet')}
        keyOf={keyOf}
        nameOf={({ title }) => title}
        {...(mayChange && bookmarks
          ? formsFor(bookmarks, (links) => saveBookmarks(client, channel.stream_id, links))
          : {})}
      >
        {({ title, url }) => (
          <>
            <b dir="auto">{title}</b>
            <p class="quiet">
              <bdi dir="ltr">{url}</bdi>
            </p>
          </>
        )}
      </EditableList>
    </>
  );
}

function formsFor(
  bookmarks: readonly Bookmark[],
  save: (bookmarks: readonly Bookmark[]) => Promise<unknown>,
): ListForms<Bookmark, string> {
  // A link stands once.
  const saveAll = (links: readonly Bookmark[]) => save([...new Map(links.map((one) => [keyOf(one), one])).values()]);
  const form = { fields: fields(), verb: t('common.save') };
  return {
    add: {
      ...form,
      title: t('channels.addLink'),
      verb: t('common.add'),
      submit: (values) => saveAll([...bookmarks, readBookmark(values)]),
    },
    change: (bookmark): ItemForm => ({
      ...form,
      title: t('channels.changeLink'),
      initial: { ...bookmark },
      submit: (values) => saveAll(bookmarks.map((one) => (one === bookmark ? readBookmark(values) : one))),
    }),
    remove: (bookmark) => ({
      title: t('channels.removeLinkQuestion', { name: bookmark.title }),
      text: t('channels.removeLinkHint'),
      verb: t('common.remove'),
      act: () => saveAll(bookmarks.filter((one) => one !== bookmark)),
    }),
    reorder: (keys) => saveAll(keys.flatMap((key) => bookmarks.filter((one) => keyOf(one) === key))),
  };
}

function readBookmark({ title, url }: Values): Bookmark {
  const address = String(url).trim();
  // People leave out the beginning of addresses.
  return { title: String(title), url: /^([a-z][a-z0-9+.-]*:|[/#])/i.test(address) ? address : `https://${address}` };
}

/** A link has no id: the list knows it by what it is. */
function keyOf({ title, url }: Bookmark): string {
  return JSON.stringify([title, url]);
}
