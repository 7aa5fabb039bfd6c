import type { Lookups } from '../../src/markdown/context.ts';
import { mediaType } from '../../src/markdown/media.ts';
import { type RenderedText, renderText } from '../../src/markdown/render.ts';

const people = [
  { id: 3, full_name: 'Bob Member', is_active: true },
  { id: 4, full_name: 'Gone <b>', is_active: false },
];

const groups = [
  { id: 7, name: 'cooks', is_active: true },
  { id: 8, name: 'gone', is_active: false },
];

/** What names mean in tests of the rules: a small organization, without a database. */
export const lookups: Lookups = {
  site_url: 'http://chat.example.com',
  shows_previews: () => true,
  default_code_language: () => '',
  translates_emoticons: () => false,
  findPerson: (name, id) => {
    const isMeant = (one: { id: number; full_name: string }) =>
      id === undefined ? one.full_name === name : one.id === id && (name === '' || one.full_name === name);
    return people.find(isMeant);
  },
  findGroup: (name) => groups.find((group) => group.name === name),
  findChannel: (name) => (name === 'The kitchen' ? { id: 9, name } : undefined),
  findTopic: (_channel_id, name) => ({
    name: name === 'general chat' ? '' : name,
    display_name: name,
    newest_id: name === 'new' ? undefined : 12,
  }),
  findEmoji: (name) => (name === 'party_parrot' ? '/emoji/5.png' : undefined),
  findMedia: (url) => {
    const content_type = mediaType(url);
    return content_type === undefined ? undefined : { content_type };
  },
  findLinks: undefined,
};

/** Renders a message, with other lookups where a test needs them. */
export function render(text: string, others: Partial<Lookups> = {}): RenderedText {
  return renderText(text, { ...lookups, ...others });
}

/** The HTML of a message of one paragraph, without the paragraph. */
export function renderLine(text: string, others: Partial<Lookups> = {}): string {
  return render(text, others).html.replace(/^<p>|<\/p>$/g, '');
}
