import type { chosenCodes } from './list.ts';

/** The own names of the languages that people can choose. A file of its own: the first script of the client lacks them. */
export const languageNames: Readonly<Record<(typeof chosenCodes)[number], string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-br': 'Português (Brasil)',
  ru: 'Русский',
  tr: 'Türkçe',
  uk: 'Українська',
  'zh-hans': '简体中文',
};
