import type { Message, Submessage } from '../api/types.ts';

/** What a message began as: a poll, a to-do list, or something that only other clients know. */
export interface WidgetStart {
  widget_type: string;
  extra_data: Record<string, unknown>;
}

/** Something that somebody did with a widget, such as a vote. */
export interface Step extends Record<string, unknown> {
  sender_id: number;
  type: string;
}

export function readStart({ submessages }: Pick<Message, 'submessages'>): WidgetStart | undefined {
  const [first] = submessages;
  const { widget_type, extra_data } = first ? parse(first) : {};
  if (typeof widget_type !== 'string') return undefined;
  return { widget_type, extra_data: isRecord(extra_data) ? extra_data : {} };
}

export function listSteps({ submessages }: Pick<Message, 'submessages'>): Step[] {
  return submessages.slice(1).flatMap((one) => {
    const step = parse(one);
    return typeof step.type === 'string' ? { ...step, type: step.type, sender_id: one.sender_id } : [];
  });
}

/** Anybody may have written this: a bot of one's own, or another client. */
function parse({ content }: Submessage): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The number of the next thing that a user adds, by the keys of those that are there. */
export function nextIndex(keys: Iterable<string>, user_id: number): number {
  const own = [...keys].map((key) => key.split(',')).filter((parts) => parts.includes(String(user_id)));
  return Math.max(0, ...own.map(([a, b]) => Number(a === String(user_id) ? b : a))) + 1;
}
