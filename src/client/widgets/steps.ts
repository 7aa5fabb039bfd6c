import type { Message, Submessage } from '../api/types.ts';

/** The widget in a message: a poll, a to-do list, or one that only other clients support. */
interface WidgetStart {
  widget_type: string;
  extra_data: Record<string, unknown>;
}

/** A step of a user in a widget, such as a vote. */
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

/** The content may come from any program: a bot, or another client. */
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

/** The number of a user's next entry, by the existing keys. */
export function nextIndex(keys: Iterable<string>, user_id: number): number {
  const own = [...keys].map((key) => key.split(',')).filter((parts) => parts.includes(String(user_id)));
  return Math.max(0, ...own.map(([a, b]) => Number(a === String(user_id) ? b : a))) + 1;
}
