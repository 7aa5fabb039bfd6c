import type { RealmEmoji } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import type { Values } from '../forms/control.ts';
import { EditableList, type ItemForm } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';

const form: Omit<ItemForm, 'submit'> = {
  title: 'Add an emoji',
  verb: 'Add',
  done: 'The emoji can be used.',
  note: 'A square picture looks best: PNG, JPEG, GIF or WebP.',
  fields: [
    { name: 'picture', label: 'Picture', control: { kind: 'picture' } },
    {
      name: 'name',
      label: 'Name',
      hint: 'Letters, digits, dashes and underscores. People write it between colons.',
      control: { kind: 'text', max: 100 },
      isRequired: true,
    },
  ],
};

async function add({ picture, name }: Values): Promise<void> {
  if (!(picture instanceof File)) throw new Error('Choose a picture.');
  await upload(picture, { path: `/realm/emoji/${encodeURIComponent(String(name).trim())}` });
}

/** The organization's custom emoji. */
export function EmojiSection() {
  const client = useClient();
  const { state } = client.store.read('realm', 'people');
  const emoji = Object.values(state.realm_emoji).filter(({ deactivated }) => !deactivated);
  const mayAdd = client.store.isPermitted('can_add_custom_emoji_group');
  const isOwn = ({ author_id }: RealmEmoji) => state.is_admin || author_id === state.user_id;
  return (
    <>
      {!mayAdd && <ReadOnlyNote text="You can see them, but not add any." />}
      <EditableList
        about="Pictures of your own, for messages and reactions."
        items={emoji.toSorted((a, b) => a.name.localeCompare(b.name))}
        empty="There are none yet."
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        add={mayAdd ? { ...form, submit: add } : undefined}
        remove={(one) =>
          isOwn(one)
            ? {
                title: `Delete :${one.name}:?`,
                text: 'Nobody can use it any more. It stays in messages and reactions that have it.',
                verb: 'Delete',
                act: () => client.call('DELETE', `/realm/emoji/${encodeURIComponent(one.name)}`),
              }
            : undefined
        }
      >
        {({ name, source_url, author_id }) => (
          <div class="emoji-row">
            <img src={source_url} alt="" width={32} height={32} />
            <code>:{name}:</code>
            {author_id !== null && <span class="quiet">{client.userName(author_id)}</span>}
          </div>
        )}
      </EditableList>
    </>
  );
}
