import type { Client } from '../client.ts';
import { lateIcons } from '../text/late-icons.ts';
import type { Command } from './command.ts';
import { screen } from './screen.ts';
import { narrowInView, openDialog } from './view-state.ts';

/** Opens a choice of days of the messages in view, which begins with the day of a time in UNIX seconds. */
export function openDays({ router }: Client, timestamp: number): void {
  const narrow = narrowInView(router.route.peek());
  if (narrow) openDialog({ kind: 'date', narrow, timestamp });
}

/** Begins with the day of the message that is read. */
export const goToDay: Command = {
  label: 'later.goToDay',
  keys: ['D'],
  icon: lateIcons.calendar,
  isOffered: ({ router }) => narrowInView(router.route.peek()) !== undefined,
  run: (client) => openDays(client, screen.messages.shown?.current()?.timestamp ?? Date.now() / 1000),
};
