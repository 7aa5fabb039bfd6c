import { channelProperties } from '../../../src/conversations/channel-properties.ts';
import type { JsonSchema, Kind } from '../../../src/http/params.ts';
import { ownSettingNames, userSettings } from '../../../src/users/setting-table.ts';
import type { Fields, Shape } from './shape.ts';

/** Keys of answers that a table of the source declares. */
interface Declared {
  /** Paths into the description. */
  at: readonly string[];
  has: Fields;
}

/** Every place where a channel is described. */
export const channels = [
  'named.BasicChannel',
  'named.Subscription',
  'answers.GET /streams.streams.[]',
  'answers.POST /register.never_subscribed.[]',
];

const settings = Object.entries(userSettings).map(([name, { kind }]): Named => [name, kind]);
const settingsOfNewcomers = settings.filter(([name]) => !ownSettingNames.some((own) => own === name));
const properties = Object.entries(channelProperties).map(([name, { change }]): Named => [name, change]);

/** Answers have these keys whether described or not. An undescribed value looks like the parameter that sets it. */
export const declared: readonly Declared[] = [
  { at: ['answers.POST /register.user_settings'], has: shapesOf(settings) },
  { at: ['answers.POST /register.realm_user_settings_defaults'], has: shapesOf(settingsOfNewcomers) },
  { at: channels, has: shapesOf(properties) },
];

type Named = readonly [name: string, kind: Kind<unknown>];

function shapesOf(kinds: readonly Named[]): Fields {
  return Object.fromEntries(kinds.map(([name, { schema }]) => [name, shapeOf(schema)]));
}

function shapeOf({ anyOf, enum: values, type }: JsonSchema): Shape {
  if (Array.isArray(anyOf)) return anyOf.map(shapeOf);
  if (Array.isArray(values)) return values.map((value) => (typeof value === 'string' ? `=${value}` : value));
  return String(type);
}
