import { isCalledIn, startOrJoin } from '../commands/call-commands.ts';
import { menuOf } from '../commands/command.ts';
import { useClient } from '../parts/context.ts';
import { Tool } from '../parts/tool.tsx';
import { callIn } from '../store/calls.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { lateIcons } from '../text/late-icons.ts';

/** Starts the call of the shown conversation, or joins it. */
export function CallTool({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const [line] = menuOf(client, [startOrJoin], conversation);
  if (!line) return null;
  const call = callIn(client.store, keyOf(conversation));
  return (
    <Tool
      name={line.label}
      icon={lateIcons.call}
      class={call ? 'is-live' : ''}
      aria-pressed={isCalledIn(conversation)}
      onClick={line.act}
    />
  );
}
