import { type Signal, signal, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { PlainKey } from '../../languages/keys.ts';
import { keepTrying, part } from '../api/part.ts';
import type { Client } from '../client.ts';
import { codeOf } from '../device/frequent-emoji.ts';
import { stepOf } from '../language/arrow-keys.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { searchEmoji } from '../parts/emoji-search.ts';
import { Popover } from '../parts/popover.tsx';
import { characterOf, type Emoji } from '../text/emoji.ts';

interface PopoverProps {
  /** What the picker opens beside. */
  anchor: Element | null | undefined;
  onChoose: (emoji: Emoji) => void;
  onClose: () => void;
}

/** All emoji, beside a button or a message. */
export function EmojiPopover({ anchor, onChoose, onClose }: PopoverProps) {
  return (
    <Popover label={t('dialogs.chooseAnEmoji')} anchor={anchor} onClose={onClose} class="emoji-panel">
      {(close) => (
        <EmojiGrid
          onChoose={(emoji) => {
            close();
            onChoose(emoji);
          }}
        />
      )}
    </Popover>
  );
}

interface GridProps {
  onChoose: (emoji: Emoji) => void;
}

/** Emoji by category, or those whose name contains a text. */
export function EmojiGrid({ onChoose }: GridProps) {
  const client = useClient();
  const written = useSignal('');
  const shown = useSignal('frequent');
  useLayoutEffect(() => keepTrying(loadCodes, () => {}), []);
  const categories = useComputed(() => listCategories(client));
  const sections = useComputed(() => {
    if (written.value.trim() === '') return listShown(categories.value, shown.value);
    const found = searchEmoji(listAll(client), written.value, frequentCodes(client));
    return [{ name: '', sign: '', emoji: found.slice(0, most).map(({ emoji }) => emoji) }];
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons inside take keys themselves
    <div class="emoji-picker" onKeyDown={moveByArrows}>
      <FindEmoji
        written={written}
        onEnter={() => {
          const [first] = sections.value[0]?.emoji ?? [];
          if (first) onChoose(first);
        }}
      />
      {written.value.trim() === '' && <Categories categories={categories.value} shown={shown} />}
      <div class="emoji-list">
        {sections.value.map(({ name, emoji }) => (
          <Section key={name} title={name} emoji={emoji} onChoose={onChoose} />
        ))}
      </div>
    </div>
  );
}

// The largest number of results that are rendered.
const most = 200;

function FindEmoji({ written, onEnter }: { written: Signal<string>; onEnter: () => void }) {
  return (
    <input
      class="field"
      type="text"
      inputMode="search"
      aria-label={t('dialogs.findEmoji')}
      placeholder={t('dialogs.findEmoji')}
      autocomplete="off"
      onInput={({ currentTarget }) => {
        written.value = currentTarget.value;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function Categories({ categories, shown }: { categories: readonly Category[]; shown: Signal<string> }) {
  return (
    <div class="emoji-categories" role="toolbar" aria-label={t('dialogs.categories')}>
      {categories.map(({ id, name, sign }) => (
        <button
          key={id}
          type="button"
          class="tool emoji"
          aria-label={name}
          title={name}
          aria-pressed={shown.value === id}
          onClick={() => {
            shown.value = id;
          }}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function Section({ title, emoji, onChoose }: GridProps & { title: string; emoji: readonly Emoji[] }) {
  if (emoji.length === 0) return <p class="quiet">{t('dialogs.noEmojiFound')}</p>;
  return (
    <section aria-label={title || t('dialogs.results')}>
      {title && <h2>{title}</h2>}
      <div class="emoji-grid">
        {emoji.map((one, index) => (
          <EmojiButton key={codeOf(one)} emoji={one} onChoose={onChoose} isFirst={index === 0} />
        ))}
      </div>
    </section>
  );
}

interface EmojiProps extends GridProps {
  emoji: Emoji;
  /** Only the first one of a section is reached by the tab key. */
  isFirst: boolean;
}

function EmojiButton({ emoji, isFirst, onChoose }: EmojiProps) {
  const { emoji_name, emoji_code, url } = emoji;
  return (
    <button
      type="button"
      class="tool emoji"
      tabIndex={isFirst ? 0 : -1}
      aria-label={emoji_name.replaceAll('_', ' ')}
      title={emoji_name}
      onClick={() => onChoose(emoji)}
    >
      {url ? <img src={url} alt="" width="22" height="22" loading="lazy" /> : characterOf(emoji_code)}
    </button>
  );
}

/** Moves the focus by arrow keys among the emoji, and between them and the field: tabs would take hundreds of steps. */
function moveByArrows(event: KeyboardEvent): void {
  const { currentTarget: picker, target, key } = event;
  if (!(picker instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const isField = target.matches('input');
  if (!/^Arrow/.test(key) || (isField && key !== 'ArrowDown')) return;
  const group = target.closest('.emoji-categories') ?? picker.querySelector('.emoji-list');
  const all = [...(group?.querySelectorAll<HTMLElement>('button') ?? [])];
  const next = isField ? all[0] : nextTo(target, all, key);
  event.preventDefault();
  if (next) next.focus();
  else if (key === 'ArrowUp') picker.querySelector('input')?.focus();
}

/** The element beside another one, or in the next row, as nearly above or below it as possible. */
function nextTo(from: HTMLElement, all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = all.indexOf(from);
  const step = stepOf(key);
  if (step !== undefined) return all[at + step];
  const places = all.map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }));
  const { top, left } = from.getBoundingClientRect();
  const isDown = key === 'ArrowDown';
  const beyond = places.filter((place) => (isDown ? place.top > top + 1 : place.top < top - 1));
  const row = isDown ? Math.min(...beyond.map((place) => place.top)) : Math.max(...beyond.map((place) => place.top));
  const inRow = beyond.filter((place) => Math.abs(place.top - row) < 1);
  return inRow.sort((a, b) => Math.abs(a.left - left) - Math.abs(b.left - left))[0]?.one;
}

interface Category {
  id: string;
  name: string;
  /** Shown on its button. */
  sign: string;
  emoji: readonly Emoji[];
}

const categoryNames: Readonly<Record<string, PlainKey>> = {
  frequent: 'emoji.frequent',
  custom: 'emoji.custom',
  smileys: 'emoji.smileys',
  people: 'emoji.people',
  animals: 'emoji.animals',
  food: 'emoji.food',
  travel: 'emoji.travel',
  activities: 'emoji.activities',
  objects: 'emoji.objects',
  symbols: 'emoji.symbols',
  flags: 'emoji.flags',
};

function nameOf(id: string): string {
  const key = categoryNames[id];
  return key ? t(key) : id;
}

/** The codes of the standard emoji by category, loaded when emoji are first shown. */
const codes = signal<Readonly<Record<string, string>>>({});

const categories = part(
  'text/emoji-categories.json',
  () => import('../text/emoji-categories.json', { with: { type: 'json' } }),
);

async function loadCodes(): Promise<void> {
  codes.value = (await categories()).default;
}

function listCategories(client: Client): Category[] {
  const all = listAll(client);
  const known = new Map(all.map((emoji) => [codeOf(emoji), emoji]));
  const own = all.filter(({ reaction_type }) => reaction_type !== 'unicode_emoji');
  const frequent = frequentCodes(client).flatMap((code) => known.get(code) ?? []);
  const standard = Object.entries(codes.value).map(([id, text]) => ({
    id,
    emoji: text
      .split(' ')
      .flatMap((emoji_code) => known.get(codeOf({ reaction_type: 'unicode_emoji', emoji_code })) ?? []),
  }));
  return [
    { id: 'frequent', sign: '🕘', emoji: frequent },
    { id: 'custom', sign: '🏠', emoji: own },
    ...standard.map((one) => ({ ...one, sign: characterOf(one.emoji[0]?.emoji_code ?? '') })),
  ]
    .filter(({ emoji }) => emoji.length > 0)
    .map((one) => ({ ...one, name: nameOf(one.id) }));
}

/** A category; with the frequent emoji also those of the organization, and the most usual category. */
function listShown(categories: readonly Category[], shown: string): Category[] {
  if (shown !== 'frequent') return categories.filter(({ id }) => id === shown);
  return categories.filter(({ id }) => ['frequent', 'custom', 'smileys'].includes(id));
}

function listAll({ emoji, store }: Client): readonly Emoji[] {
  return emoji.list(store.read('realm').state.realm_emoji);
}

function frequentCodes({ frequentEmoji, store }: Client): string[] {
  return frequentEmoji.list(store.read('realm').state.realm_emoji).map(codeOf);
}
