import { hasRealmPermission } from '../../groups/realm-permission.ts';
import { insufficientPermission } from '../../http/errors.ts';
import { required, text } from '../../http/params.ts';
import { imageErrors } from '../../images/image.ts';
import {
  accessOwnEmoji,
  checkEmojiName,
  doAddEmoji,
  doDeactivateEmoji,
  emojiMissing,
  emojiNameErrors,
  emojiNotOwn,
  presentCustomEmoji,
} from '../../organization/custom-emoji.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const emoji_name = required(text(), 'Name of the emoji; spaces are the same as underscores.');

export const getCustomEmoji: Endpoint = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  summary: "Get the organization's own emoji",
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler: ({ db }) => ({ emoji: presentCustomEmoji(db) }),
});

export const uploadCustomEmoji: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  summary: 'Add an emoji to the organization',
  access: 'member',
  params: { emoji_name },
  file: 'The picture: PNG, JPEG, GIF or WebP.',
  errors: [insufficientPermission, ...emojiNameErrors, ...imageErrors, realmListFull],
  handler({ app, db, user, files }, { emoji_name }) {
    if (!hasRealmPermission(app, user, 'can_add_custom_emoji_group')) throw insufficientPermission();
    doAddEmoji(app, user, checkEmojiName(db, user, emoji_name), files);
    return {};
  },
});

export const deactivateCustomEmoji: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  summary: "Deactivate one of the organization's own emoji",
  access: 'user',
  params: { emoji_name },
  errors: [emojiMissing, emojiNotOwn],
  handler({ app, db, user }, { emoji_name }) {
    doDeactivateEmoji(app, accessOwnEmoji(db, user, emoji_name));
    return {};
  },
});
