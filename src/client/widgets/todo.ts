import type { Message } from '../api/types.ts';
import { listSteps, readStart, type Step } from './steps.ts';

export interface Task {
  key: string;
  task: string;
  desc: string;
  isDone: boolean;
}

export interface TodoList {
  title: string;
  tasks: Task[];
}

/** The state of a to-do list after all its steps; undefined for other messages. */
export function readTodoList(message: Pick<Message, 'submessages' | 'sender_id'>): TodoList | undefined {
  const start = readStart(message);
  if (start?.widget_type !== 'todo') return undefined;
  const { task_list_title = '', tasks = [] } = start.extra_data;
  const list: TodoList = { title: String(task_list_title), tasks: [] };
  if (Array.isArray(tasks)) for (const [index, task] of tasks.entries()) addTask(list, `${index},canned`, Object(task));
  for (const step of listSteps(message)) follow(list, step, message.sender_id);
  return list;
}

function follow(list: TodoList, step: Step, author: number): void {
  const { type, sender_id } = step;
  if (type === 'new_task_list_title' && sender_id === author) list.title = String(step.title);
  if (type === 'new_task') addTask(list, `${Number(step.key)},${sender_id}`, step);
  if (type !== 'strike') return;
  const task = list.tasks.find(({ key }) => key === step.key);
  if (task) task.isDone = !task.isDone;
}

function addTask(list: TodoList, key: string, given: Record<string, unknown>): void {
  const task = String(given.task ?? '');
  if (list.tasks.some((one) => one.task === task)) return;
  list.tasks.push({ key, task, desc: String(given.desc ?? ''), isDone: given.completed === true });
}
