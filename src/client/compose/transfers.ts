import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { isText, pasteText } from './pasting.ts';
import { linkSelection } from './text-keys.ts';
import type { Tray } from './tray.ts';

/** Listeners that put pasted and dropped files into a tray. */
export function useTransfers(tray: Tray) {
  const client = useClient();
  const take = (event: Event, transfer: DataTransfer | null) => {
    if (!transfer || transfer.files.length === 0) return;
    event.preventDefault();
    tray.add(filesIn(client, transfer));
  };
  return {
    pasted: (event: ClipboardEvent) => {
      if (pasteLink(event)) event.preventDefault();
      else if (isText(event.clipboardData)) pasteText(event);
      else take(event, event.clipboardData);
    },
    dropped: (event: DragEvent) => take(event, event.dataTransfer),
  };
}

function pasteLink({ clipboardData, target }: ClipboardEvent): boolean {
  const address = clipboardData?.getData('text/plain').trim() ?? '';
  return target instanceof HTMLTextAreaElement && linkSelection(target, address);
}

/** The files of a transfer, without folders. */
function filesIn(client: Client, { items }: DataTransfer): File[] {
  const found = [...items].filter(({ kind }) => kind === 'file');
  const files = found.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
  if (files.length < found.length) client.say(t('compose.noFolders'));
  return files.flatMap((item) => item.getAsFile() ?? []);
}
