import { namesByCode } from './emoji.ts';

/** Where the names of all emoji are served. */
export const emojiDataPath = '/static/emoji-data.json';

/** The document at `emojiDataPath`, as JSON: `{"code_to_names": {"1f44d": ["+1", "thumbs_up"]}}`, usual names first. */
export const emojiData = JSON.stringify({ code_to_names: namesByCode });
