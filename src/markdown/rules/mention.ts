import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf, type Findings, type Lookups } from '../context.ts';
import { startsWord } from '../word-start.ts';

/** A mention of a user, a group, or a wildcard. */
interface Mention {
  kind: 'person' | 'group' | 'channel' | 'topic';
  /** Of a person or group. */
  id?: number;
  /** The displayed name, without the `@`. */
  name: string;
  /** Mentions without notifying. */
  is_silent: boolean;
}

const channelWildcards = ['all', 'everyone', 'channel', 'stream'];
const syntax = /@(_?)(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/y;

/** `@**Name**`, `@**Name|id**`, `@**|id**`, `@*group*`, `@**all**` and `@**topic**`; with `@_` silently. */
export function mentionRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'mention', readMention);
  markdown.renderer.rules.mention = (tokens, index) => presentMention(mentionOf(tokens[index] as Token));
}

/** Adds a mention to the findings, and returns the displayed name. Mentions in quotations are silent. */
export function noteMention(token: Token, findings: Findings, isQuoted: boolean): string {
  const mention = mentionOf(token);
  if (isQuoted) mention.is_silent = true;
  if (!mention.is_silent) {
    if (mention.kind === 'person') findings.user_ids.add(mention.id as number);
    else if (mention.kind === 'group') findings.group_ids.add(mention.id as number);
    else findings[mention.kind] = true;
  }
  return mention.name;
}

function readMention(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '@' || state.linkLevel > 0 || !startsWord(state)) return false;
  const { lookups } = contextOf(state.env);
  syntax.lastIndex = state.pos;
  const match = lookups && syntax.exec(state.src);
  if (!match || syntax.lastIndex > state.posMax) return false;
  const [text, mark, person, group] = match;
  const mention = person === undefined ? findGroup(lookups, group as string) : findPerson(lookups, person);
  if (!mention) return false;
  if (!silent) {
    const token = state.push('mention', 'span', 0);
    token.meta = { ...mention, is_silent: mention.is_silent || mark === '_' };
  }
  state.pos += text.length;
  return true;
}

function findPerson(lookups: Lookups, text: string): Mention | undefined {
  if (channelWildcards.includes(text)) return { kind: 'channel', name: text, is_silent: false };
  if (text === 'topic') return { kind: 'topic', name: text, is_silent: false };
  const [, name = text, id] = /^(.*)\|(\d{1,15})$/.exec(text) ?? [];
  const found = lookups.findPerson(name, id === undefined ? undefined : Number(id));
  return found && { kind: 'person', id: found.id, name: found.full_name, is_silent: !found.is_active };
}

function findGroup(lookups: Lookups, name: string): Mention | undefined {
  const found = lookups.findGroup(name);
  return found && { kind: 'group', id: found.id, name: found.name, is_silent: !found.is_active };
}

// Clients parse these classes and attributes.
const opening: Record<Mention['kind'], (id: number | undefined) => [classes: string, attribute: string]> = {
  person: (id) => ['user-mention', ` data-user-id="${id}"`],
  group: (id) => ['user-group-mention', ` data-user-group-id="${id}"`],
  channel: () => ['user-mention channel-wildcard-mention', ' data-user-id="*"'],
  topic: () => ['topic-mention', ''],
};

function presentMention({ kind, id, name, is_silent }: Mention): string {
  const [classes, attribute] = opening[kind](id);
  const start = `<span class="${classes}${is_silent ? ' silent' : ''}"${attribute}>`;
  return `${start}${is_silent ? '' : '@'}${escapeHtml(name)}</span>`;
}

function mentionOf(token: Token): Mention {
  return token.meta as unknown as Mention;
}
