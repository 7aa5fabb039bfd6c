import { namesByCode } from './emoji.ts';

/** URL path of the emoji names. */
export const emojiDataPath = '/static/emoji-data.json';

/**
 * The document at `emojiDataPath`, as JSON: `{"code_to_names": {"1f44d": ["+1", "thumbs_up"]}}`, preferred names first.
 */
export const emojiData = JSON.stringify({ code_to_names: namesByCode });
