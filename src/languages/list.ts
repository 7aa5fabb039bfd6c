/** The languages that people can choose, by the codes of the API. Each has a whole catalogue. */
export const chosenCodes = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-br',
  'ru',
  'tr',
  'uk',
  'zh-hans',
] as const;

/** A language with a catalogue, or the pseudo-language. */
export type Language = (typeof chosenCodes)[number] | typeof pseudoLanguage;

/** English with accents, longer and in brackets, made from the English catalogue: nobody is offered it, tests choose it. */
export const pseudoLanguage = 'en-xa';

/** All codes, the pseudo-language included. */
export const languageCodes: readonly Language[] = [...chosenCodes, pseudoLanguage];

/**
 * The first of the wanted languages (BCP 47) that has a catalogue. Other regions of a language count as it, other scripts
 * do not: `pt` and `pt-PT` find `pt-br`, `zh-CN` finds `zh-hans`, `zh-TW` does not.
 */
export function findLanguage(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const exact = languageCodes.find((code) => code === tag.toLowerCase());
    const found = exact ?? languageCodes.find((code) => code !== pseudoLanguage && isLike(code, tag));
    if (found) return found;
  }
  return undefined;
}

function isLike(code: string, tag: string): boolean {
  const written = likely(tag);
  return written !== undefined && written === likely(code);
}

/** A language with its script, such as `pt-Latn`; undefined if a tag is malformed. */
function likely(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
