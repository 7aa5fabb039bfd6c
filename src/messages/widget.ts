import { errorKind } from '../http/errors.ts';
import { isPlainObject } from '../http/params.ts';
import { type Phrase, phrase } from '../http/phrase.ts';

/** The widget of a message that begins with `/poll` or `/todo`, as JSON; undefined for other messages. */
export function findWidget(content: string): string | undefined {
  const match = /^\/(poll|todo)(?:[ \t]+([^\n]*))?\r?(?:\n([\s\S]*))?$/.exec(content);
  if (!match) return undefined;
  const [, command, title = '', rest = ''] = match;
  const lines = rest
    .split('\n')
    .map((line) => line.replace(/^\s*([*-]\s+)?/, '').trim())
    .filter((line) => line !== '');
  return JSON.stringify(command === 'poll' ? poll(title.trim(), lines) : todo(title.trim(), lines));
}

function poll(question: string, options: readonly string[]): object {
  return { widget_type: 'poll', extra_data: { question, options } };
}

function todo(title: string, lines: readonly string[]): object {
  const tasks = lines.map((line) => {
    const [task = '', ...desc] = line.split(':');
    return { task: task.trim(), desc: desc.join(':').trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}

export const invalidWidget = errorKind('Invalid widget');
const invalidStep = errorKind<{ widget: Phrase }>('Invalid step of a {widget}');
const stepRefused = errorKind<{ widget: Phrase }>('Only the author may rename a {widget}.');
/** Errors of widget steps. */
export const stepErrors = [invalidStep, stepRefused] as const;

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isOption: Check = (value) => typeof value === 'string' && /^(canned|\d{1,15}),\d{1,15}$/.test(value);
const isVote: Check = (value) => value === 1 || value === -1;
const isDone: Check = (value) => typeof value === 'boolean';

/** The fields of each kind of step, by widget. */
const steps: Record<string, Record<string, Record<string, Check>>> = {
  poll: {
    vote: { key: isOption, vote: isVote },
    new_option: { idx: Number.isSafeInteger, option: isText },
    question: { question: isText },
  },
  todo: {
    new_task: { key: Number.isSafeInteger, task: isText, desc: isText, completed: isDone },
    strike: { key: isText },
    new_task_list_title: { title: isText },
  },
};

/** The widgets by name, in errors. */
const words: Record<string, Phrase> = { poll: phrase('poll'), todo: phrase('todo') };

const renamings = ['question', 'new_task_list_title'];

/**
 * Throws invalidWidget unless a value describes a widget. Mobile clients fail to show a whole page of messages if they
 * cannot parse one widget or vote in it.
 */
export function ensureWidget(first: unknown): void {
  if (!isPlainObject(first) || !isText(first.widget_type)) throw invalidWidget();
  if (first.widget_type === 'poll' && !isPoll(first.extra_data)) throw invalidWidget();
}

function isPoll(data: unknown): boolean {
  if (!isPlainObject(data)) return false;
  const { question = '', options = [] } = data;
  return isText(question) && Array.isArray(options) && options.every(isText);
}

/** Throws one of stepErrors unless a step fits the widget whose JSON is `first`. */
export function ensureStepFits(first: string, step: unknown, isAuthor: boolean): void {
  const name = widgetType(first);
  const kinds = ownOf(steps, name);
  if (!kinds) return;
  const type = isPlainObject(step) && typeof step.type === 'string' ? step.type : '';
  const fields = ownOf(kinds, type);
  const widget = words[name] as Phrase;
  if (!isPlainObject(step) || !fields) throw invalidStep({ widget });
  if (!Object.entries(fields).every(([field, isFit]) => isFit(step[field]))) throw invalidStep({ widget });
  if (renamings.includes(type) && !isAuthor) throw stepRefused({ widget });
}

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function widgetType(first: string): string {
  const widget: unknown = JSON.parse(first);
  return isPlainObject(widget) && typeof widget.widget_type === 'string' ? widget.widget_type : '';
}
