import type { RealmEmoji } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import type { Values } from '../forms/control.ts';
import { EditableList, type ItemForm } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const form = (): Omit<ItemForm, 'submit'> => ({
  title: t('organization.addAnEmoji'),
  verb: t('common.add'),
  done: t('organization.theEmojiCanBe'),
  note: t('organization.emojiPictureHint'),
  fields: [
    { name: 'picture', label: t('organization.picture'), control: { kind: 'picture' } },
    {
      name: 'name',
      label: t('common.name'),
      hint: t('organization.emojiNameHint'),
      control: { kind: 'text', max: 100 },
      isRequired: true,
    },
  ],
});

async function add({ picture, name }: Values): Promise<void> {
  if (!(picture instanceof File)) throw new Error(t('organization.chooseAPicture'));
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
      {!mayAdd && <ReadOnlyNote text={t('organization.emojiLocked')} />}
      <EditableList
        about={t('organization.emojiHint')}
        items={emoji.toSorted((a, b) => compareNames(a.name, b.name))}
        empty={t('common.noneYet')}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        add={mayAdd ? { ...form(), submit: add } : undefined}
        remove={(one) =>
          isOwn(one)
            ? {
                title: t('organization.deleteEmojiQuestion', { name: one.name }),
                text: t('organization.deleteEmojiHint'),
                verb: t('common.delete'),
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
