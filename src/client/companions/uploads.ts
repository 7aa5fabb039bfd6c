import type { Client } from '../client.ts';
import { listUnfinished, trayTo } from '../compose/trays.ts';
import { dropFile, dropOldFiles, readFile } from '../device/stored-files.ts';
import { formatList } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { unfinishedFiles } from '../store/unfinished-files.ts';

/** Goes on with what the last page of this tab was uploading, and names the files that this browser does not have. */
export async function resumeUploads(client: Client): Promise<void> {
  const stored = unfinishedFiles(sessionStorage, client.store.user_id);
  const missing: string[] = [];
  for (const { key, name, conversation } of stored.load()) {
    const file = await readFile(key);
    if (file && conversation) trayTo(client, conversation).add([file]);
    else missing.push(name);
    dropFile(key);
  }
  if (missing.length > 0) client.say(t('companions.notUploaded', { names: formatList(missing) }));
  const note = () => stored.save(listUnfinished(client));
  note();
  addEventListener('pagehide', note);
  // Phones end hidden pages without a word.
  document.addEventListener('visibilitychange', note);
  dropOldFiles();
}
