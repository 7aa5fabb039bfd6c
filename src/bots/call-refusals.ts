import { errorKind } from '../http/errors.ts';

const unavailable = { code: 'BOT_UNAVAILABLE' };

export const botSlow = errorKind('The bot took too long to answer.', unavailable);
export const botUnreachable = errorKind('The bot cannot be reached.', unavailable);
export const botNotRunning = errorKind('The bot is not running.', unavailable);
export const botUnusable = errorKind('The bot gave no answer that can be shown.', unavailable);
export const botBusy = errorKind('The bot has too many calls to answer.', unavailable);

/** Why a call of a bot got no answer. */
export const callRefusals = [botSlow, botUnreachable, botNotRunning, botUnusable, botBusy] as const;
