import { useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import { messageMenu } from '../commands/message-commands.ts';
import { reactTo } from '../commands/replies.ts';
import { codeOf } from '../device/frequent-emoji.ts';
import { t } from '../language/texts.ts';
import { CommandMenu } from '../parts/command-menu.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Rendered } from '../parts/rendered.tsx';
import { Tool } from '../parts/tool.tsx';
import { EmojiButton, listFrequent } from './message-actions.tsx';
import { describePeople, EmojiPicture } from './reactions.tsx';

/** As many emoji as fit beside the button for all others in a window of 320 pixels. */
const mostAtOnce = 5;

/** All that can be done with a message, at the lower edge of a phone. */
export function MessageSheet({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useClient();
  const emoji = useRef<HTMLDivElement>(null);
  // At once: as long as it is open, nothing behind it can take the focus.
  const close = () => {
    emoji.current?.closest('dialog')?.close();
    onClose();
  };
  const reactWithAny = () => {
    close();
    reactTo(client, message, undefined);
  };
  return (
    <Dialog title={t('messages.messageActions')} onClose={onClose} class="sheet">
      <div ref={emoji} class="sheet-emoji">
        {listFrequent(client)
          .slice(0, mostAtOnce)
          .map((one) => (
            <EmojiButton key={codeOf(one)} message={message} emoji={one} onChosen={close} />
          ))}
        <Tool name={t('common.react')} icon="smile" aria-haspopup="dialog" onClick={reactWithAny} />
      </div>
      <div class="excerpt">
        <Rendered html={message.content} />
      </div>
      <Reacted message={message} />
      <CommandMenu groups={messageMenu} target={message} close={close} />
    </Dialog>
  );
}

/** Who reacted: fingers cannot rest on a reaction to see its names. */
function Reacted({ message }: { message: Message }) {
  const client = useClient();
  if (message.reactions.length === 0) return null;
  const groups = Map.groupBy(message.reactions, codeOf);
  return (
    <ul class="sheet-reactions" aria-label={t('messages.reactions')}>
      {[...groups].map(([key, reactions]) => (
        <li key={key}>
          {reactions[0] && <EmojiPicture emoji={reactions[0]} />} {describePeople(client, reactions)}
        </li>
      ))}
    </ul>
  );
}
