import { findInvalidCharacter } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { channelLimits } from './channel.ts';

const channelNameEmpty = errorKind("Channel name can't be empty.");
const channelNameTooLong = errorKind(`Channel name too long (limit: ${channelLimits.name} characters).`);
const channelNameCharacter = errorKind<{ position: number }>(
  'Invalid character in channel name, at position {position}.',
);
/** Errors of channel names. */
export const channelNameErrors = [channelNameEmpty, channelNameTooLong, channelNameCharacter] as const;

/** The name without leading and trailing whitespace, if it is valid. Throws one of channelNameErrors. */
export function checkChannelName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw channelNameEmpty();
  if (isLongerThan(trimmed, channelLimits.name)) throw channelNameTooLong();
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw channelNameCharacter({ position });
  return trimmed;
}
