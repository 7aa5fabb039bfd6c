import { choiceOf, type Field, type Values } from '../forms/control.ts';
import { t } from '../language/texts.ts';

/** What a bot may do, as the server has it; null: everything that its account may. */
export type Scope = { writing: string; channel_ids: number[] | null } | null;

/** The fields of a form for what a bot may do. */
export function scopeFields(): Field[] {
  const places = {
    anywhere: t('bots.writesAnywhere'),
    where_mentioned: t('bots.writesWhereMentioned'),
    nowhere: t('bots.writesNowhere'),
  };
  return [
    { name: 'writing', label: t('bots.mayWrite'), control: choiceOf(places, false) },
    {
      name: 'channel_ids',
      label: t('bots.onlyTheseChannels'),
      hint: t('bots.onlyTheseChannelsHint'),
      control: { kind: 'channels' },
    },
  ];
}

export function valuesOfScope(scope: Scope): Values {
  return { writing: scope?.writing ?? 'anywhere', channel_ids: scope?.channel_ids ?? [] };
}

/** The scope that a form describes. No channel stands for all. */
export function scopeOf({ writing, channel_ids }: Values): Scope {
  const ids = channel_ids as number[] | undefined;
  const limited = ids && ids.length > 0 ? ids : null;
  if (limited === null && (writing === undefined || writing === 'anywhere')) return null;
  return { writing: String(writing), channel_ids: limited };
}
