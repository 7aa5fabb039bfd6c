import { readPoll } from '../../client/widgets/poll.ts';
import { readTodoList, type Task } from '../../client/widgets/todo.ts';
import { escapeHtml } from '../../ground/text.ts';
import { nameOf, type Website } from './website.ts';

interface StepRow {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

const stepsSql = `SELECT id, message_id, sender_id, msg_type, content FROM submessages
  WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id`;

/** Polls with their votes, and to-do lists, as HTML by message. */
export function findWidgets(site: Website, ids: readonly number[]): Map<number, string> {
  const rows = site.db.all<StepRow>(stepsSql, JSON.stringify(ids));
  const widgets = new Map<number, string>();
  for (const [id, submessages] of Map.groupBy(rows, ({ message_id }) => message_id)) {
    const html = widgetHtml(site, { submessages, sender_id: submessages[0]?.sender_id ?? 0 });
    if (html !== undefined) widgets.set(id, html);
  }
  return widgets;
}

type Steps = Parameters<typeof readPoll>[0];

function widgetHtml(site: Website, steps: Steps): string | undefined {
  const list = readTodoList(steps);
  if (list)
    return titledList(
      list.title || site.texts.t('widgets.taskList'),
      list.tasks.map((task) => taskHtml(site, task)),
    );
  const poll = readPoll(steps);
  const options = poll?.options.map(({ text, voters }) => {
    const names = site.texts.list(voters.map((id) => nameOf(site, id)));
    return `<b>${voters.length}</b> ${escapeHtml(text)} <small>${escapeHtml(names)}</small>`;
  });
  return poll && options && titledList(poll.question || site.texts.t('widgets.poll'), options);
}

function taskHtml({ texts }: Website, { task, desc, isDone }: Task): string {
  const state = escapeHtml(texts.t(isDone ? 'export.done' : 'export.open'));
  const mark = `<span role="img" aria-label="${state}">${isDone ? '☑' : '☐'}</span>`;
  return `${mark} ${escapeHtml(task)}${desc === '' ? '' : `: ${escapeHtml(desc)}`}`;
}

function titledList(title: string, items: readonly string[]): string {
  const list = items.map((item) => `<li>${item}</li>`).join('');
  return `<div class="widget"><p><b>${escapeHtml(title)}</b></p><ul class="list">${list}</ul></div>`;
}
