import type { Client } from '../client.ts';
import { screen } from '../commands/screen.ts';
import { t } from '../language/texts.ts';

/** Takes files that are dropped anywhere into the message being written. Browsers would leave the page to show them. */
export function takeDroppedFiles(client: Client): void {
  const { classList } = document.documentElement;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    classList.add('is-dropping');
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) classList.remove('is-dropping');
  });
  document.addEventListener('drop', (event) => {
    classList.remove('is-dropping');
    if (hasFiles(event) && !event.defaultPrevented) pass(event, client);
  });
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function pass(event: DragEvent, client: Client): void {
  event.preventDefault();
  const { shown } = screen.composer;
  if (shown) shown.drop(event);
  else client.say(t('compose.dropNowhere'));
}
