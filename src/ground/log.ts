import { escapeControls } from './text.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['text', 'json'] as const;
type LogFormat = (typeof logFormats)[number];

type Details = Record<string, unknown>;

/** Writes one line for each event. Details must contain no secret and no message content. */
export type Log = Record<LogLevel, (event: string, details?: Details) => void>;

/** Creates a log that passes its lines, without line ends, to `write`; levels below `least` are dropped. */
export function createLog(least: LogLevel, format: LogFormat, write: (line: string) => void): Log {
  const line = format === 'json' ? jsonLine : textLine;
  const at = (level: LogLevel) => (event: string, details?: Details) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    write(line(new Date().toISOString(), level, event, details ?? {}));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = createLog('error', 'text', () => {});

function jsonLine(time: string, level: LogLevel, event: string, details: Details): string {
  return JSON.stringify({ time, level, event, ...details }, (_, value: unknown) => plain(value));
}

function textLine(time: string, level: LogLevel, event: string, details: Details): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${textValue(plain(value))}`);
  return [time, level, event, ...fields].join(' ');
}

function plain(value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}

function textValue(value: unknown): string {
  const isWord = typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value);
  return escapeControls(isWord ? value : (JSON.stringify(value) ?? 'undefined'));
}
