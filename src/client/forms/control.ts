import type { PermissionRules } from '../api/types.ts';
import { t } from '../language/texts.ts';

/** A way to show and change a value. */
export type Control =
  | { kind: 'switch' }
  | {
      kind: 'text';
      type?: 'email' | 'password' | 'url' | 'date' | 'color';
      max?: number;
      suggestions?: readonly string[];
    }
  /** Text of several lines. */
  | { kind: 'long'; max?: number }
  | { kind: 'number'; min: number; max: number }
  /** A number with a unit, or one of the words for no limit. */
  | { kind: 'limit'; units: readonly Unit[]; without: readonly Without[] }
  | { kind: 'choice'; options: readonly Option[] }
  /** The holders of a permission: a group, or a set of people and groups. */
  | { kind: 'group'; rules: PermissionRules }
  /** Ids of users. */
  | { kind: 'people' }
  /** People and groups as members. */
  | { kind: 'members' }
  /** Ids of channels. */
  | { kind: 'channels' }
  /** The id of a channel; -1 for none. */
  | { kind: 'channel' }
  /** Several choices of a list, by their keys. */
  | { kind: 'picks'; label: string; choices: readonly Choice[] }
  | { kind: 'picture' };

/** An item that can be chosen by typing a part of its name. */
export interface Choice {
  key: string;
  label: string;
  detail?: string;
  user_id?: number;
}

export interface Option {
  value: string | number | null;
  label: string;
}

export interface Unit {
  label: string;
  size: number;
}

export interface Without {
  label: string;
  /** The stored value. */
  stored: number | null;
  /** The value in requests. */
  sent: string;
}

/** A field of a form. */
export interface Field {
  name: string;
  label: string;
  control: Control;
  /** A line below the name. */
  hint?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  autocomplete?: 'current-password' | 'new-password' | 'email' | 'off';
}

/** The properties of an element that shows a value. */
export interface InputProps<Kind extends Control['kind'] = Control['kind']> {
  id: string;
  field: Field;
  control: Extract<Control, { kind: Kind }>;
  value: unknown;
  /** Whether changes are reported on each key stroke, or only for the finished text. */
  isLive: boolean;
  onChange: (value: unknown) => void;
}

export type Values = Readonly<Record<string, unknown>>;

export const durations = (): readonly Unit[] => [
  { label: t('forms.minutes'), size: 60 },
  { label: t('forms.hours'), size: 3600 },
  { label: t('forms.days'), size: 86_400 },
];

export const days = (): readonly Unit[] => [{ label: t('forms.days'), size: 1 }];

/** A select of names by value. */
export function choiceOf(names: Readonly<Record<string | number, string>>, isNumber = true): Control {
  const options = Object.entries(names).map(([value, label]) => ({ value: isNumber ? Number(value) : value, label }));
  return { kind: 'choice', options };
}
