import type { Message } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { LineForm } from './line-form.tsx';
import { takeStep, useNumbering } from './take-step.ts';
import type { Task, TodoList } from './todo.ts';
import { WidgetTitle } from './widget-title.tsx';

export function TodoView({ message, list }: { message: Message; list: TodoList }) {
  const client = useClient();
  const { user_id } = client.store;
  const number = useNumbering(list.tasks);
  const add = (line: string) => {
    const [task = '', ...desc] = line.split(':');
    const texts = { task: task.trim(), desc: desc.join(':').trim() };
    return takeStep(client, message, { type: 'new_task', key: number(), ...texts, completed: false });
  };
  return (
    <section class="widget" aria-label={t('widgets.todoList')}>
      <WidgetTitle
        title={list.title || t('widgets.taskList')}
        label={t('widgets.title')}
        isMine={message.sender_id === user_id}
        onChange={(title) => takeStep(client, message, { type: 'new_task_list_title', title })}
      />
      <ul>
        {list.tasks.map((task) => (
          <TaskRow key={task.key} message={message} task={task} />
        ))}
      </ul>
      <LineForm label={t('widgets.newTask')} action={t('common.add')} onSubmit={add} />
    </section>
  );
}

function TaskRow({ message, task: { key, task, desc, isDone } }: { message: Message; task: Task }) {
  const client = useClient();
  return (
    <li>
      <label class={isDone ? 'is-done' : ''}>
        <input
          type="checkbox"
          checked={isDone}
          onChange={() => void takeStep(client, message, { type: 'strike', key })}
        />
        <span class="option-text" dir="auto">
          {task} {desc !== '' && <span class="quiet">{desc}</span>}
        </span>
      </label>
    </li>
  );
}
