import { insertLate } from '../commands/replies.ts';
import { focusComposer } from '../commands/screen.ts';
import type { Shared } from '../device/shared.ts';
import { PlaceDialog } from '../dialogs/forward-dialog.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import type { Conversation } from '../store/conversation.ts';
import { trayTo } from './trays.ts';

/** Chooses the conversation for what another app shared. The composer opens there, so that words can be added. */
export function ShareDialog({ shared: { text, files }, onClose }: { shared: Shared; onClose: () => void }) {
  const client = useClient();
  const choose = (conversation: Conversation) => {
    client.router.go(client.linkTo(conversation));
    if (files.length > 0) trayTo(client, conversation).add(files);
    void insertLate(client, { conversation, text: Promise.resolve(text), open: focusComposer });
  };
  return (
    <PlaceDialog title={t('compose.share')} onChoose={choose} onClose={onClose}>
      <p dir="auto">{[text, ...files.map(({ name }) => name)].filter(Boolean).join('\n')}</p>
    </PlaceDialog>
  );
}
