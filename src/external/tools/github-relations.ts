import { actorOf, itemOf } from '../forge-events.ts';
import { md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage, Write } from '../tool.ts';

/** Events of GitHub about two issues: a part of another, or one that blocks another. */
export const relationEvents: Readonly<Record<string, Write>> = {
  sub_issues: writePart,
  issue_dependencies: writeBlock,
};

/** The message is in the topic of the issue whose own list changed. */
function writePart(payload: Payload): ToolMessage {
  const [part, whole] = [itemOf(payload, 'sub_issue', 'issue'), itemOf(payload, 'parent_issue', 'issue')];
  const action = payload.text('action');
  const said = action.endsWith('removed') ? md`removed ${part.shown} from` : md`added ${part.shown} as a part to`;
  const { topic } = action.startsWith('parent') ? part : whole;
  return { topic, text: md`${actorOf(payload)} ${said} ${whole.shown}.` };
}

function writeBlock(payload: Payload): ToolMessage {
  const [blocked, blocking] = [itemOf(payload, 'blocked_issue', 'issue'), itemOf(payload, 'blocking_issue', 'issue')];
  const action = payload.text('action');
  const verb = action.endsWith('removed') ? 'is no longer' : 'is';
  const { topic } = action.startsWith('blocking') ? blocking : blocked;
  return { topic, text: md`${actorOf(payload)}: ${blocked.shown} ${verb} blocked by ${blocking.shown}.` };
}
