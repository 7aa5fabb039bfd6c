// Makes src/emoji/table.json, the names of every emoji by code, from the package emoji-datasource.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Emoji {
  unified: string;
  non_qualified: string | null;
  short_names: string[];
  sort_order: number;
}

// Names that people and bots type, and that the package does not know.
const common: Record<string, string[]> = {
  '1f44d': ['thumbs_up'],
  '1f44e': ['thumbs_down'],
  '1f642': ['slight_smile'],
  '1f641': ['slight_frown'],
  '2705': ['check'],
  '2714': ['check_mark'],
  '274c': ['cross_mark'],
  '1f389': ['party'],
  '1f604': ['big_smile'],
  '1f914': ['thinking'],
  '1f44b': ['hello'],
  '1f64c': ['praise'],
  '1f64f': ['thank_you'],
  '1f525': ['burn'],
  '1f601': ['glowing'],
  '1f610': ['neutral'],
  '1f62e': ['gasp'],
  '1f622': ['cry'],
  '1f602': ['tears_of_joy'],
  '1f615': ['oh_no'],
  '2753': ['question_mark'],
  '2757': ['exclamation_mark'],
  '1f4a1': ['idea', 'light_bulb'],
  '1f6e0': ['tools', 'working_on_it'],
};

/** The text of `src/emoji/table.json`. */
export function emojiTable(): string {
  const require = createRequire(import.meta.url);
  const all = require('emoji-datasource') as Emoji[];
  // Colours of skin are no emoji of their own.
  const emojis = all.filter(({ short_names: [name = ''] }) => !name.startsWith('skin-tone-'));
  emojis.sort((a, b) => a.sort_order - b.sort_order);
  const table = Object.fromEntries(
    emojis.map(({ unified, non_qualified, short_names }) => {
      const code = (non_qualified ?? unified).toLowerCase();
      return [code, [...new Set([...short_names, ...(common[code] ?? [])])]];
    }),
  );
  const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ');
  const lines = Object.entries(table).map(([code, names]) => `  ${JSON.stringify(code)}: [${quoted(names)}]`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../src/emoji/table.json'), emojiTable());
