import type { Message } from '../api/types.ts';
import { Rendered } from '../parts/rendered.tsx';
import { readPoll } from './poll.ts';
import { PollView } from './poll-view.tsx';
import { readTodoList } from './todo.ts';
import { TodoView } from './todo-view.tsx';

/** An interactive message. If this client does not support its kind, it shows the text. */
export function Widget({ message }: { message: Message }) {
  const poll = readPoll(message);
  if (poll) return <PollView message={message} poll={poll} />;
  const list = readTodoList(message);
  if (list) return <TodoView message={message} list={list} />;
  return <Rendered html={message.content} />;
}
